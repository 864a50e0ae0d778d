package dev.squeeze.feature.copy;

import dev.squeeze.kit.cluster.BrokerUsage;
import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.kafka.EmptyAnswers;
import dev.squeeze.kit.kafka.FetchPosition;
import dev.squeeze.kit.kafka.LeaderEpochs;
import dev.squeeze.kit.kafka.LinkBytes;
import dev.squeeze.kit.kafka.OffsetRange;
import dev.squeeze.kit.kafka.PartitionId;
import dev.squeeze.kit.kafka.RawClient;
import dev.squeeze.kit.kafka.RawClientOptions;
import dev.squeeze.kit.kafka.RawFetcher;
import dev.squeeze.kit.kafka.broker.BrokerRole;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One attempt at a copy, starting from the last commit. Any failure ends it; the next attempt starts from what the
 * destination reports as committed. So there is a single way to recover, whether a broker or this program was killed.
 */
final class CopySession implements AutoCloseable {
    /** Uncompressed bytes of a round; several rounds are in memory at a time. */
    private static final long ROUND_BYTES = 48L << 20;
    /** With several copies, rounds are smaller because confidence intervals need many of them. */
    private static final long COMPARED_ROUND_BYTES = 16L << 20;

    /**
     * The approximate maximum to decompress at a time, which matters when a round has another codec than the previous
     * one.
     */
    private static final long MAX_UNPACKED_BYTES = 64L << 20;

    /**
     * Uncompressed bytes of a round of a share. It is small because the last remaining worker has all shares at once.
     */
    private static final long SHARE_ROUND_BYTES = 4L << 20;

    private static final Duration MAX_READING = Duration.ofSeconds(1);
    private static final int NAP_MILLIS = 50;
    private static final Duration NEVER = Duration.ofNanos(Long.MAX_VALUE);

    private final CopyRun run;
    private final CopyPlan plan;
    private final ExecutorService threads;
    private final ExecutorService reading =
            Executors.newSingleThreadExecutor(task -> new Thread(task, "squeeze-copy-reader"));
    private final List<CopyLane> lanes = new ArrayList<>();
    private final List<BatchJoiner> joiners = new ArrayList<>();
    /** For each partition, the offsets where copies start in this session; no batch may span them. */
    private final List<Set<Long>> cuts = new ArrayList<>();

    private final Map<Integer, Long> starts = new TreeMap<>();
    private @Nullable SourceReader reader;
    private int turns;
    /** Number of source offsets after the first open transaction of their partitions when this session started. */
    private long unstableOffsets;

    private CopySession(CopyRun run, int partitions) {
        this.run = run;
        this.plan = run.plan();
        this.threads = Executors.newFixedThreadPool(plan.workers(), task -> new Thread(task, "squeeze-copy"));
        for (int i = 0; i < partitions; i++) {
            cuts.add(new HashSet<>());
        }
    }

    /** Connects, creates missing topics, and determines where to continue. */
    static CopySession open(CopyRun run) {
        RawClientOptions options =
                RawClientOptions.DEFAULTS.withTimeLimit(run.plan().timeLimit());
        RawClient sourceClient = RawClient.open(run.source().connection(), options);
        @Nullable CopySession session = null;
        try {
            CopyTopics.Source source = run.found(CopyTopics.source(
                    run.source(), sourceClient, run.plan().topic(), run.plan().timeLimit()));
            sourceClient.pin(source.layout());
            CopySession opened = new CopySession(run, source.partitions());
            session = opened;
            Map<Integer, OffsetRange> offsets = opened.offsets(sourceClient, source.partitions());
            Supplier<Map<Integer, Long>> starts = () -> opened.starts(sourceClient, offsets);
            try (CopyDestinations destinations = new CopyDestinations(run, source, starts)) {
                opened.lanes.addAll(destinations.open(options, opened.threads));
            }
            opened.lanes.forEach(lane -> lane.positions()
                    .forEach((partition, position) -> opened.cuts.get(partition).add(position.offset())));
            opened.requireUntruncated(sourceClient);
            Map<Integer, FetchPosition> positions = opened.positions();
            run.begin(positions);
            opened.reader = new SourceReader(
                    sourceClient,
                    run.plan().topic(),
                    positions,
                    run.ends(offsets, opened.unstableOffsets),
                    opened.cuts,
                    run.readSize(),
                    run.plan().follow() && run.share().isEmpty() ? run.plan().layoutInterval() : NEVER,
                    EmptyAnswers.longWait(run.plan().timeLimit()));
            return opened;
        } catch (RuntimeException e) {
            if (session != null) {
                session.close();
            }
            sourceClient.close();
            throw e;
        }
    }

    /**
     * Throws if the source was truncated below what was copied; reading would not show this if nothing is left to read.
     */
    private void requireUntruncated(RawClient client) {
        Map<PartitionId, OffsetRange> stored = new RawFetcher(client).offsets(partitions(plan.topic()));
        for (CopyLane lane : lanes) {
            Map<PartitionId, Integer> epochs = new TreeMap<>(Comparator.comparingInt(PartitionId::partition));
            lane.positions().forEach((number, position) -> {
                PartitionId partition = new PartitionId(plan.topic(), number);
                OffsetRange range = stored.get(partition);
                if (range != null && position.offset() > range.latest()) {
                    throw SourceReader.truncated(partition, position, range.latest());
                }
                position.lastEpoch().ifPresent(epoch -> epochs.put(partition, epoch));
            });
            LeaderEpochs.ends(client, epochs).forEach((partition, end) -> {
                FetchPosition position = lane.positions().get(partition.partition());
                if (position != null && !end.holds(position)) {
                    throw SourceReader.truncated(partition, position, Math.max(0, end.endOffset()));
                }
            });
        }
    }

    private List<PartitionId> partitions(String topic) {
        List<PartitionId> all = new ArrayList<>();
        run.partitions(cuts.size()).forEach(partition -> all.add(new PartitionId(topic, partition)));
        return all;
    }

    private Map<Integer, OffsetRange> offsets(RawClient client, int partitions) {
        Map<Integer, OffsetRange> offsets = new TreeMap<>();
        if (partitions > 0) {
            RawFetcher fetcher = new RawFetcher(client);
            // Queried first, so that records added between the two queries do not count as blocked by an open
            // transaction.
            Map<PartitionId, OffsetRange> stored = fetcher.offsets(partitions(plan.topic()));
            fetcher.committedOffsets(partitions(plan.topic())).forEach((partition, range) -> {
                offsets.put(partition.partition(), range);
                unstableOffsets +=
                        Math.max(0, stored.getOrDefault(partition, range).latest() - range.latest());
            });
        }
        return offsets;
    }

    /** Where to start copying partitions that have no progress yet. */
    private Map<Integer, Long> starts(RawClient client, Map<Integer, OffsetRange> offsets) {
        if (starts.isEmpty()) {
            offsets.forEach((partition, range) -> starts.put(
                    partition, plan.from() instanceof CopyStart.Earliest ? range.earliest() : range.latest()));
            if (plan.from() instanceof CopyStart.Since since) {
                new RawFetcher(client)
                        .offsetsAt(partitions(plan.topic()), since.time().toEpochMilli())
                        .forEach((partition, offset) -> starts.put(partition.partition(), offset));
            }
        }
        return starts;
    }

    /** The lowest position of all copies. */
    private Map<Integer, FetchPosition> positions() {
        Map<Integer, FetchPosition> positions = new TreeMap<>();
        for (CopyLane lane : lanes) {
            lane.positions()
                    .forEach((partition, next) -> positions.merge(
                            partition, next, (left, right) -> left.offset() <= right.offset() ? left : right));
        }
        return positions;
    }

    /**
     * Copies until the end, or until stopped. Whatever it throws, committed data is kept.
     *
     * @return false if the source has more partitions now, which needs another session
     */
    boolean copy() {
        SourceReader source = reader;
        if (source == null) {
            throw new IllegalStateException("not open");
        }
        // Broker CPU time can be attributed only if reading and writing do not overlap.
        boolean ahead = lanes.size() == 1 && run.destination().usage().isEmpty();
        Future<CopyRound> next = submit(source);
        while (true) {
            CopyRound round = PackPool.get(next);
            boolean grown = source.partitionsAdded();
            boolean last = grown || source.isAtEnd() || run.mustStop();
            if (ahead && !last) {
                next = submit(source);
            }
            if (round.isEmpty()) {
                lanes.forEach(CopyLane::commit);
            } else {
                write(round);
            }
            if (last) {
                lanes.forEach(CopyLane::commit);
            }
            if (lanes.stream().allMatch(CopyLane::isCommitted) && !(round.isEmpty() && source.isUndecided())) {
                run.succeeded();
            }
            if (last) {
                return !grown;
            }
            keepToRate();
            if (!ahead) {
                next = submit(source);
            }
        }
    }

    private Future<CopyRound> submit(SourceReader source) {
        long uncompressed =
                run.share().isPresent() ? SHARE_ROUND_BYTES : lanes.size() > 1 ? COMPARED_ROUND_BYTES : ROUND_BYTES;
        long bytes = Math.min(run.roundSize().bytes(), run.unpackedSize().storedBytes(uncompressed));
        if (plan.rate().isPresent()) {
            // At most one second's worth at a time, to avoid bursts.
            bytes = (long) Math.max(
                    1, Math.min(bytes, run.counts().bytesPerSecond(plan.rate().get())));
        }
        long maxBytes = bytes;
        return reading.submit(() -> source.next(maxBytes, MAX_READING, run::mustStop));
    }

    private void write(CopyRound round) {
        long beganNanos = System.nanoTime();
        long unpackCpuNanos = 0;
        for (CopyRound part :
                plan.unpacks() ? round.parts(run.unpackedSize()::of, MAX_UNPACKED_BYTES) : List.of(round)) {
            unpackCpuNanos += writePart(part);
        }
        run.roundSize().took(round.storedBytes(), System.nanoTime() - beganNanos);
        run.copied(round.plusReadCpu(unpackCpuNanos));
    }

    /** @return CPU time of decompressing, in nanoseconds */
    private long writePart(CopyRound read) {
        List<ReadyBatch> stored = List.of();
        BatchJoiner.Joined unpacked = plan.unpacks() ? unpack(read) : new BatchJoiner.Joined(List.of(), 0);
        CopyRound round = read.plusReadCpu(unpacked.cpuNanos());
        if (plan.joinUpToBytes() == 0
                && plan.targets().stream().anyMatch(target -> target.codec().isEmpty())) {
            stored = inTurns(round.batches().values().stream()
                    .map(batches -> batches.stream()
                            .<ReadyBatch>map(ReadyBatch.Stored::new)
                            .toList())
                    .toList());
        }
        for (int i = 0; i < lanes.size(); i++) {
            int index = (i + turns) % lanes.size();
            boolean keeps = plan.joinUpToBytes() == 0
                    && plan.targets().get(index).codec().isEmpty();
            lanes.get(index).write(keeps ? stored : unpacked.batches(), round, this::brokerCpuNanos);
        }
        turns++;
        return unpacked.cpuNanos();
    }

    private Optional<Long> brokerCpuNanos() {
        if (run.destination().usage().isEmpty()) {
            return Optional.empty();
        }
        try {
            long nanos = 0;
            for (BrokerUsage usage : run.destination().usage().get().get()) {
                for (var role : usage.byRole().entrySet()) {
                    boolean ofTheJvm = role.getKey() == BrokerRole.GC || role.getKey() == BrokerRole.JIT;
                    nanos += ofTheJvm ? 0 : role.getValue().cpuNanos();
                }
            }
            return Optional.of(nanos);
        } catch (ClusterException e) {
            return Optional.empty();
        }
    }

    private BatchJoiner.Joined unpack(CopyRound round) {
        boolean acrossCodecs =
                plan.targets().stream().allMatch(target -> target.codec().isPresent());
        while (joiners.size() < round.batches().size()) {
            joiners.add(new BatchJoiner(plan.topic(), plan.joinUpToBytes(), acrossCodecs));
        }
        List<Future<BatchJoiner.Joined>> futures = new ArrayList<>();
        round.batches().forEach((partition, batches) -> {
            BatchJoiner joiner = joiners.get(futures.size());
            futures.add(threads.submit(() -> joiner.join(batches, cuts.get(partition))));
        });
        List<List<ReadyBatch>> byPartition = new ArrayList<>();
        long uncompressed = 0;
        long cpuNanos = 0;
        for (Future<BatchJoiner.Joined> future : futures) {
            BatchJoiner.Joined joined = PackPool.get(future);
            List<ReadyBatch> ready = joined.batches();
            cpuNanos += joined.cpuNanos();
            byPartition.add(ready);
            uncompressed += ready.stream().mapToLong(ReadyBatch::bytes).sum();
        }
        run.unpackedSize().took(round.storedBytes(), round.records(), uncompressed);
        return new BatchJoiner.Joined(inTurns(byPartition), cpuNanos);
    }

    /** Interleaves the partitions' batches, since a produce request contains one batch per partition. */
    private static List<ReadyBatch> inTurns(List<List<ReadyBatch>> byPartition) {
        List<ReadyBatch> all = new ArrayList<>();
        int turns = byPartition.stream().mapToInt(List::size).max().orElse(0);
        for (int i = 0; i < turns; i++) {
            for (List<ReadyBatch> batches : byPartition) {
                if (i < batches.size()) {
                    all.add(batches.get(i));
                }
            }
        }
        return all;
    }

    private void keepToRate() {
        if (plan.rate().isEmpty() || run.aheadOfRate().isZero()) {
            return;
        }
        lanes.forEach(CopyLane::commit);
        while (!run.aheadOfRate().isZero() && !run.mustStop()) {
            try {
                TimeUnit.MILLISECONDS.sleep(
                        Math.min(NAP_MILLIS, run.aheadOfRate().toMillis() + 1));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CopyException("copying was interrupted: run the same command again to continue", e);
            }
        }
    }

    /**
     * Aborts open transactions if brokers respond; otherwise the next producer with the same id, or the broker, aborts
     * them.
     */
    void abort(RuntimeException failure) {
        for (CopyLane lane : lanes) {
            try {
                lane.abort();
            } catch (RuntimeException e) {
                failure.addSuppressed(e);
            }
        }
    }

    /** Checks whether the source has more partitions now, for a run for which workers copy. */
    boolean findsPartitionsAdded() {
        return reader != null && reader.findsPartitionsAdded();
    }

    /** The progress of each copy, by partition. */
    List<Map<Integer, CopyProgress>> progress() {
        return lanes.stream().map(CopyLane::progress).toList();
    }

    /** The copies, in the order of the plan. */
    List<CopyLane> lanes() {
        return List.copyOf(lanes);
    }

    /** Bytes on a copy's connections in this session so far. */
    LinkBytes sent(int target) {
        return lanes.get(target).linkBytes();
    }

    /** Bytes on the connections to the source in this session so far. */
    LinkBytes fetched() {
        return reader == null ? LinkBytes.NONE : reader.linkBytes();
    }

    @Override
    public void close() {
        reading.shutdownNow();
        threads.shutdownNow();
        try {
            // These threads use clients and buffers that are closed next; a request in flight ends within its time
            // limit.
            reading.awaitTermination(plan.timeLimit().toMillis(), TimeUnit.MILLISECONDS);
            threads.awaitTermination(plan.timeLimit().toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (int i = 0; i < lanes.size(); i++) {
            run.counts().sent(i, lanes.get(i).linkBytes());
            lanes.get(i).close();
        }
        joiners.forEach(BatchJoiner::close);
        if (reader != null) {
            run.counts().fetched(reader.linkBytes());
            reader.close();
        }
    }
}
