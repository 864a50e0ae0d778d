package dev.squeeze.feature.copy;

import dev.squeeze.kit.environment.CpuClock;
import dev.squeeze.kit.format.BatchHeader;
import dev.squeeze.kit.kafka.CommittedBatches;
import dev.squeeze.kit.kafka.CommittedFetcher;
import dev.squeeze.kit.kafka.EmptyAnswers;
import dev.squeeze.kit.kafka.FetchPosition;
import dev.squeeze.kit.kafka.FetchedBatches;
import dev.squeeze.kit.kafka.LinkBytes;
import dev.squeeze.kit.kafka.OffsetRange;
import dev.squeeze.kit.kafka.PartitionId;
import dev.squeeze.kit.kafka.RawAccessException;
import dev.squeeze.kit.kafka.RawClient;
import dev.squeeze.kit.kafka.RawFetcher;
import dev.squeeze.kit.kafka.TopicReplacedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/** Reads the committed data of a topic from given offsets, all partitions at the same time. Not thread-safe. */
final class SourceReader implements AutoCloseable {
    /** Large enough for a sequential read by the leader, small enough that partitions take turns. */
    static final int MAX_BYTES = 8 << 20;

    static final int MIN_BYTES = 64 << 10;
    /**
     * For one partition: larger than most batches, since a leader returns a batch that exceeds the limit only for the
     * first partition.
     */
    private static final int BYTES_PER_PARTITION = 1 << 20;

    private static final Duration MAX_WAIT = Duration.ofMillis(200);

    private final String topic;
    private final RawClient client;
    private final CommittedFetcher fetcher;
    private final CommittedBatches committed = new CommittedBatches();
    private final Map<Integer, FetchPosition> positions;
    private final Map<Integer, Long> ends;
    private final List<Set<Long>> cuts;
    private final TransferSize size;
    private final Duration layoutInterval;
    private final Duration longWait;
    private final EmptyAnswers emptyAnswers;
    private int turn;
    private long layoutNanos = System.nanoTime();
    private volatile boolean partitionsAdded;
    private volatile boolean undecided;

    /**
     * @param client its own, closed with this; pinned to the topic
     * @param positions where to start in every partition
     * @param ends where to stop; contains no partitions that are followed
     * @param cuts for each partition, the offsets before which to split batches: some copies continue there and already
     *     have the records before
     * @param size size of a response; adapts to the network and keeps what it has learned
     * @param layoutInterval how often to check whether partitions were added
     * @param longWait how long a leader that reads from remote storage may take
     */
    SourceReader(
            RawClient client,
            String topic,
            Map<Integer, FetchPosition> positions,
            Map<Integer, Long> ends,
            List<Set<Long>> cuts,
            TransferSize size,
            Duration layoutInterval,
            Duration longWait) {
        this.client = client;
        this.topic = topic;
        this.positions = new TreeMap<>(positions);
        this.ends = Map.copyOf(ends);
        this.cuts = List.copyOf(cuts);
        this.size = size;
        this.layoutInterval = layoutInterval;
        this.longWait = longWait;
        this.fetcher = new CommittedFetcher(client);
        RawFetcher offsets = new RawFetcher(client);
        this.emptyAnswers = new EmptyAnswers(offsets::localStart);
    }

    /** Whether every partition was read to its end. */
    boolean isAtEnd() {
        return open().isEmpty();
    }

    private List<Integer> open() {
        List<Integer> open = new ArrayList<>();
        positions.forEach((partition, position) -> {
            Long end = ends.get(partition);
            if (end == null || position.offset() < end) {
                open.add(partition);
            }
        });
        return open;
    }

    /** Whether the last check found more partitions in the source than are read. */
    boolean partitionsAdded() {
        return partitionsAdded;
    }

    /** Checks whether partitions were added, for a coordinator whose workers read. */
    boolean findsPartitionsAdded() {
        checkLayout();
        return partitionsAdded;
    }

    /**
     * Whether a leader may still be reading data for which its response was empty, so that an empty round is no
     * success.
     */
    boolean isUndecided() {
        return undecided;
    }

    /**
     * Brokers do not announce new partitions, so Kafka's consumers, too, check for them every
     * {@code metadata.max.age.ms}.
     */
    private void checkLayout() {
        if (System.nanoTime() - layoutNanos >= layoutInterval.toNanos()) {
            layoutNanos = System.nanoTime();
            partitionsAdded = client.topic(topic).leaders().size() > positions.size();
        }
    }

    /**
     * Reads until there is enough, the time is up, or there is nothing more to read for now.
     *
     * @param bytes how much to read, in stored bytes; may be exceeded by up to one response
     * @throws CopyException if the source's log was truncated below what was already read
     * @throws TopicReplacedException if the topic was deleted and another one has its name
     * @throws RawAccessException if the source cannot be read
     */
    CopyRound next(long bytes, Duration timeLimit, BooleanSupplier stop) {
        long began = System.nanoTime();
        long cpuBefore = CpuClock.cpuNanos();
        long abortedBefore = committed.abortedRecords();
        CopyRound.Builder round = new CopyRound.Builder();
        checkLayout();
        boolean more = true;
        while (more && round.storedBytes() < bytes && System.nanoTime() - began < timeLimit.toNanos()) {
            List<Integer> wanted = inTurn(open(), turn++);
            if (wanted.isEmpty() || stop.getAsBoolean()) {
                break;
            }
            more = fetch(wanted, bytes - round.storedBytes(), round);
        }
        undecided = emptyAnswers.isOpen();
        return round.build(
                committed.abortedRecords() - abortedBefore, began, System.nanoTime(), CpuClock.cpuNanos() - cpuBefore);
    }

    /**
     * Rotates the partitions: leaders fill a response in the order of the request, and read remote storage only for the
     * first partition that needs it, so each has to be first at times.
     */
    static List<Integer> inTurn(List<Integer> open, int turn) {
        List<Integer> rotated = new ArrayList<>(open);
        if (!open.isEmpty()) {
            Collections.rotate(rotated, -Math.floorMod(turn, open.size()));
        }
        return rotated;
    }

    private boolean fetch(List<Integer> wanted, long bytes, CopyRound.Builder round) {
        int maxBytes = (int) Math.max(MIN_BYTES, Math.min(size.bytes(), bytes));
        int ofPartition = Math.max(Math.min(BYTES_PER_PARTITION, maxBytes), maxBytes / wanted.size());
        Duration wait = emptyAnswers.needsTime() ? longWait : MAX_WAIT;
        CommittedFetcher.Limits limits = new CommittedFetcher.Limits(ofPartition, maxBytes, wait);
        Map<PartitionId, FetchPosition> from = new LinkedHashMap<>();
        wanted.forEach(partition -> from.put(new PartitionId(topic, partition), position(partition)));
        long beganNanos = System.nanoTime();
        Map<PartitionId, FetchedBatches> answers = fetcher.fetch(from, limits);
        long came = answers.values().stream()
                .mapToLong(fetched -> fetched instanceof FetchedBatches.Found found
                        ? found.bytes().remaining()
                        : 0)
                .sum();
        if (came > 0) {
            // The time that remote storage takes says nothing about the network.
            size.took(
                    came, System.nanoTime() - beganNanos - wait.minus(MAX_WAIT).toNanos());
            emptyAnswers.interrupted();
        }
        boolean more = false;
        for (Map.Entry<PartitionId, FetchedBatches> answer : answers.entrySet()) {
            PartitionId partition = answer.getKey();
            if (answer.getValue() instanceof FetchedBatches.Found found) {
                more |= take(partition, found, came == 0, round);
                continue;
            }
            emptyAnswers.interrupted(partition);
            if (answer.getValue() instanceof FetchedBatches.OutOfRange) {
                overtaken(partition, round);
                more = true;
            } else if (answer.getValue() instanceof FetchedBatches.Diverged diverged) {
                throw truncated(partition, position(partition.partition()), Math.max(0, diverged.endOffset()));
            }
        }
        return more;
    }

    /**
     * @param roomLeft whether an empty result means that there is nothing; in a full response there may just have been
     *     no room
     */
    private boolean take(PartitionId id, FetchedBatches.Found found, boolean roomLeft, CopyRound.Builder round) {
        int partition = id.partition();
        long from = position(partition).offset();
        long next = committed.visit(id, found, from, header -> {
            add(header, partition, from, round);
            return true;
        });
        if (next == from) {
            if (found.bytes().hasRemaining()) {
                throw new RawAccessException("partition " + id + " at offset " + from + ": the response of "
                        + found.bytes().remaining() + " bytes contains no complete batch; check the broker's log");
            }
            if (roomLeft) {
                passOverNothing(id, from, found, round);
            }
            return false;
        }
        move(partition, new FetchPosition(next, committed.lastEpoch()), round);
        return true;
    }

    private void add(BatchHeader header, int partition, long from, CopyRound.Builder round) {
        if (header.recordCount() == 0) {
            return;
        }
        long first = Math.max(from, header.baseOffset());
        for (long cut : new TreeSet<>(cuts.get(partition))) {
            if (cut > first && cut <= header.lastOffset()) {
                round.add(new SourceBatch(partition, header.batch(), first, cut - 1));
                first = cut;
            }
        }
        round.add(new SourceBatch(partition, header.batch(), first, header.lastOffset()));
        round.count(header.recordCount(), header.sizeBytes());
    }

    /** Skips to the end if compaction has left no records before it: waiting for them would never end. */
    private void passOverNothing(PartitionId id, long from, FetchedBatches.Found found, CopyRound.Builder round) {
        Long end = ends.get(id.partition());
        long goesOnTo = end == null ? found.lastStableOffset() : end;
        boolean compacted =
                from < goesOnTo && found.lastStableOffset() >= goesOnTo && emptyAnswers.isCompacted(id, from);
        if (compacted && end != null) {
            round.compacted(new CopyGap(id.partition(), from, end));
            // Leader epochs may have started in the compacted range.
            move(id.partition(), FetchPosition.at(end), round);
            emptyAnswers.interrupted(id);
        }
    }

    private void overtaken(PartitionId id, CopyRound.Builder round) {
        OffsetRange range = new RawFetcher(client).committedOffsets(List.of(id)).get(id);
        FetchPosition position = position(id.partition());
        if (range != null && position.offset() < range.earliest()) {
            round.lost(new CopyGap(id.partition(), position.offset(), range.earliest()));
            move(id.partition(), FetchPosition.at(range.earliest()), round);
        } else if (range == null
                || position.offset() > range.latest()
                || position.lastEpoch().isPresent()) {
            // Within the range a leader rejects an offset only if the leader epoch is not in its log.
            throw truncated(id, position, range == null ? 0 : Math.min(range.latest(), position.offset()));
        }
    }

    /** @param end the offset up to which the source still has what was copied */
    static CopyException truncated(PartitionId id, FetchPosition position, long end) {
        return new CopyException("partition " + id + " of the source was truncated to offset " + end
                + ", but had already been copied up to offset " + position.offset()
                + ": it lost records that the copy has, as when an out-of-sync replica becomes leader or a"
                + " broker loses its disk; what was copied is kept, and nothing more is added: copy the source into a"
                + " new"
                + " topic with --to-topic");
    }

    private FetchPosition position(int partition) {
        return positions.getOrDefault(partition, FetchPosition.at(0));
    }

    private void move(int partition, FetchPosition next, CopyRound.Builder round) {
        positions.put(partition, next);
        round.goOnAt(partition, next);
    }

    /** Bytes on its connections so far. */
    LinkBytes linkBytes() {
        return client.linkBytes();
    }

    @Override
    public void close() {
        committed.close();
        client.close();
    }
}
