package dev.squeeze.feature.copy;

import dev.squeeze.kit.environment.CpuClock;
import dev.squeeze.kit.kafka.FetchPosition;
import dev.squeeze.kit.kafka.LinkBytes;
import dev.squeeze.kit.kafka.PartitionId;
import dev.squeeze.kit.kafka.RawClient;
import dev.squeeze.kit.kafka.SendRefusedException;
import dev.squeeze.kit.kafka.TimestampsReplacedException;
import dev.squeeze.kit.kafka.TopicReplacedException;
import dev.squeeze.kit.kafka.TransactionalProducer;
import dev.squeeze.kit.kafka.TransactionalProducer.GroupOffset;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/**
 * Writes one copy: sends batches in transactions that also commit the source's offsets. Counts only what was committed.
 * Not thread-safe.
 */
final class CopyLane implements AutoCloseable {
    /**
     * Often enough that little has to be repeated after a failure, and rarely enough that commits cost next to nothing.
     */
    private static final Duration COMMIT_EVERY = Duration.ofSeconds(1);
    /**
     * By default offsets expire a week after their last commit, so those of idle partitions are committed again, too.
     */
    private static final Duration REFRESH_EVERY = Duration.ofHours(1);

    private final CopyTarget target;
    private final CopyRun run;
    private final RawClient client;
    private final TransactionalProducer producer;
    private final PackPool packers;
    private final CopyTally committed;
    private final Map<Integer, CopyProgress> progress;
    private final Map<Integer, Long> recordsSince = new HashMap<>();
    private final Map<Integer, Long> lostSince = new HashMap<>();
    private final Map<Integer, FetchPosition> nextSince = new TreeMap<>();
    private CopyTally pending = new CopyTally();
    private long openSinceNanos;
    private long refreshedNanos = System.nanoTime() - REFRESH_EVERY.toNanos();

    /**
     * @param run its owners are committed with the progress
     * @param client its own, closed with this; pinned to the topic
     * @param progress for every partition
     * @param committed counts are added to it when they are committed
     */
    CopyLane(
            CopyTarget target,
            CopyRun run,
            RawClient client,
            TransactionalProducer producer,
            PackPool packers,
            Map<Integer, CopyProgress> progress,
            CopyTally committed) {
        this.target = target;
        this.run = run;
        this.client = client;
        this.producer = producer;
        this.packers = packers;
        this.progress = new TreeMap<>(progress);
        this.committed = committed;
    }

    /** Where this copy continues in each partition. */
    Map<Integer, FetchPosition> positions() {
        Map<Integer, FetchPosition> positions = new TreeMap<>();
        progress.forEach((partition, reached) -> positions.put(partition, position(reached)));
        return positions;
    }

    private static FetchPosition position(CopyProgress progress) {
        return new FetchPosition(progress.next(), progress.epoch());
    }

    Map<Integer, CopyProgress> progress() {
        return Map.copyOf(progress);
    }

    /**
     * Commits the progress of all partitions although nothing was copied yet: this marks the topic as a copy and
     * records which run writes it. Leaves out partitions that a worker of this run has already committed, as positions
     * may be older here.
     */
    void begin() {
        progress.forEach((partition, reached) -> {
            if (!run.isOfWorkers(reached)) {
                nextSince.put(partition, position(reached));
            }
        });
        commit();
    }

    /**
     * Writes a round, and measures time and CPU.
     *
     * @param ready its batches, in the order in which to send them; batches that this copy already has are skipped
     * @param brokersCpuNanos CPU time that the brokers have used so far; absent if not visible
     */
    void write(List<ReadyBatch> ready, CopyRound round, Supplier<Optional<Long>> brokersCpuNanos) {
        Optional<Long> brokersBefore = brokersCpuNanos.get();
        long began = System.nanoTime();
        long cpuBefore = CpuClock.cpuNanos();
        if (openSinceNanos == 0) {
            openSinceNanos = began;
        }
        CopyTally written = send(ready, round);
        pending.add(written);
        if (System.nanoTime() - openSinceNanos > COMMIT_EVERY.toNanos()) {
            commit();
        }
        long clientCpuNanos = CpuClock.cpuNanos() - cpuBefore + written.packCpuNanos();
        long nanos = System.nanoTime() - began;
        OptionalLong brokers = difference(brokersBefore, brokersCpuNanos.get());
        if (written.records() > 0) {
            (nextSince.isEmpty() ? committed : pending)
                    .add(new CopyTimeline.Turn(
                            began,
                            began + nanos,
                            written.records(),
                            round.storedBytes(),
                            written.bytes(),
                            round.readCpuNanos(),
                            clientCpuNanos,
                            brokers,
                            nanos));
        }
    }

    private static OptionalLong difference(Optional<Long> before, Optional<Long> after) {
        return before.isPresent() && after.isPresent()
                ? OptionalLong.of(Math.max(0, after.get() - before.get()))
                : OptionalLong.empty();
    }

    private CopyTally send(List<ReadyBatch> ready, CopyRound round) {
        List<ReadyBatch> missing = new ArrayList<>(ready.size());
        for (ReadyBatch batch : ready) {
            if (batch.lastOffset() >= nextOf(batch.partition())) {
                missing.add(batch);
            }
        }
        producer.join(missing.stream()
                .map(ReadyBatch::partition)
                .distinct()
                .map(partition -> new PartitionId(target.topic(), partition))
                .toList());
        CopyTally written = new CopyTally();
        for (Future<BatchPacker.Packed> future : packers.pack(missing)) {
            BatchPacker.Packed packed = PackPool.get(future);
            for (BatchPacker.PackedBatch batch : packed.batches()) {
                producer.send(new PartitionId(target.topic(), batch.partition()), batch.bytes());
                recordsSince.merge(batch.partition(), (long) batch.records(), Long::sum);
            }
            written.add(packed);
        }
        producer.flush();
        List<CopyGap> missed = missed(round.gaps());
        round.next().forEach((partition, next) -> {
            if (next.offset() > nextOf(partition)) {
                nextSince.put(partition, next);
            }
        });
        for (CopyGap gap : missed) {
            lostSince.merge(gap.partition(), gap.toOffset() - gap.fromOffset(), Long::sum);
        }
        written.add(round);
        written.add(missed);
        return written;
    }

    /** The gaps, without offsets that this copy already has: copies may be at different positions. */
    private List<CopyGap> missed(List<CopyGap> gaps) {
        return gaps.stream()
                .map(gap -> new CopyGap(
                        gap.partition(), Math.max(gap.fromOffset(), nextOf(gap.partition())), gap.toOffset()))
                .filter(gap -> gap.fromOffset() < gap.toOffset())
                .toList();
    }

    private long nextOf(int partition) {
        FetchPosition since = nextSince.get(partition);
        CopyProgress done = progress.get(partition);
        return since != null ? since.offset() : done == null ? 0 : done.next();
    }

    /** Whether everything written has been committed. */
    boolean isCommitted() {
        return nextSince.isEmpty();
    }

    /**
     * Commits the open transaction, if there is something in it.
     *
     * @throws TopicReplacedException if the name belongs to another topic now; nothing is committed then
     */
    void commit() {
        openSinceNanos = 0;
        if (!run.isInShares() && System.nanoTime() - refreshedNanos >= REFRESH_EVERY.toNanos()) {
            progress.forEach((partition, reached) -> nextSince.putIfAbsent(partition, position(reached)));
            refreshedNanos = System.nanoTime();
        }
        if (nextSince.isEmpty()) {
            return;
        }
        // Transactions identify topics by name, so a recreated topic of that name would receive the next batches.
        client.topic(target.topic());
        Map<Integer, CopyProgress> after = new HashMap<>();
        Map<PartitionId, GroupOffset> offsets = new HashMap<>();
        nextSince.forEach((partition, next) -> {
            CopyProgress before = progress.get(partition);
            if (before != null) {
                CopyProgress now = before.plus(
                                next.offset(),
                                next.lastEpoch(),
                                recordsSince.getOrDefault(partition, 0L),
                                lostSince.getOrDefault(partition, 0L))
                        .ownedBy(run.owner(partition));
                after.put(partition, now);
                offsets.put(new PartitionId(target.topic(), partition), new GroupOffset(now.next(), now.metadata()));
            }
        });
        addTotals(after, offsets);
        producer.commit(target.id(), offsets);
        progress.putAll(after);
        committed.add(pending);
        pending = new CopyTally();
        nextSince.clear();
        recordsSince.clear();
        lostSince.clear();
    }

    /**
     * Stores a share's totals with its first partition, so that a worker that takes over the share continues the
     * counts.
     */
    private void addTotals(Map<Integer, CopyProgress> after, Map<PartitionId, GroupOffset> offsets) {
        if (run.share().isEmpty()) {
            return;
        }
        run.share().get().own().stream().findFirst().ifPresent(first -> {
            CopyProgress latest = Objects.requireNonNullElse(after.get(first), progress.get(first));
            CopyProgress with =
                    latest.ownedBy(run.owner(first)).with(committed.totals().plus(pending.totals()));
            after.put(first, with);
            offsets.put(new PartitionId(target.topic(), first), new GroupOffset(with.next(), with.metadata()));
        });
    }

    /** Sets the progress that workers have committed. */
    void learn(Map<Integer, CopyProgress> reached) {
        progress.putAll(reached);
    }

    CopyTarget target() {
        return target;
    }

    /**
     * Aborts the open transaction so that consumers need not wait: with {@code isolation.level=read_committed} they
     * stop before an open transaction until the broker ends it.
     */
    void abort() {
        try {
            producer.flush();
        } catch (SendRefusedException | TimestampsReplacedException e) {
            // All that matters is that nothing is in flight any more.
        }
        producer.abort();
    }

    /** Bytes on its connections so far. */
    LinkBytes linkBytes() {
        return client.linkBytes();
    }

    /**
     * Closes the connection. An open transaction is aborted by the next producer with the same id, or by the broker.
     */
    @Override
    public void close() {
        packers.close();
        client.close();
    }
}
