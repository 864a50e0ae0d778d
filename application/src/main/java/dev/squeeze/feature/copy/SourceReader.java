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

/**
 * Reads what is committed in a topic, all partitions at the same time, from given offsets on. For one thread at a time.
 */
final class SourceReader implements AutoCloseable {
    /** Large enough for one sequential read of the leader, small enough that partitions take turns. */
    static final int MAX_BYTES = 8 << 20;

    static final int MIN_BYTES = 64 << 10;
    /** Of one partition: more than most batches, since a leader gives one that is larger for the first partition alone. */
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
     * @param positions where to begin, of every partition
     * @param ends where to stop; without those of partitions that are followed
     * @param cuts of each partition, the offsets before which a batch is divided: copies go on there that have what is
     *     before
     * @param size of an answer; what is learned about the line stays in it
     * @param layoutInterval how often to find out whether partitions were added
     * @param longWait how long a leader may take that reads from remote storage
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

    /** Whether every partition was read to where it is to end. */
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

    /** Whether the source has more partitions than are read. */
    boolean partitionsAdded() {
        return partitionsAdded;
    }

    /** The same for somebody who lets others read. */
    boolean findsPartitionsAdded() {
        checkLayout();
        return partitionsAdded;
    }

    /** Whether a leader may still be reading what it gave nothing of: that the round is empty is no success. */
    boolean isUndecided() {
        return undecided;
    }

    /** As Kafka's consumers do every {@code metadata.max.age.ms}: brokers do not announce new partitions. */
    private void checkLayout() {
        if (System.nanoTime() - layoutNanos >= layoutInterval.toNanos()) {
            layoutNanos = System.nanoTime();
            partitionsAdded = client.topic(topic).leaders().size() > positions.size();
        }
    }

    /**
     * Reads on until there is enough, the time is up, or nothing more is there for now.
     *
     * @param bytes enough, as they are stored; one answer more may be read
     * @throws CopyException when the source's log no longer holds what was read of it
     * @throws TopicReplacedException when the topic was deleted, and another one has its name
     * @throws RawAccessException when the source cannot be read
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
     * Leaders fill an answer in the order of the request, and read remote storage for the first partition that needs it: each has to come
     * first at times.
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
            // How long remote storage takes says nothing about the line.
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

    /** @param roomLeft whether an empty answer says that nothing is there; a full one may just have had no room for it */
    private boolean take(PartitionId id, FetchedBatches.Found found, boolean roomLeft, CopyRound.Builder round) {
        int partition = id.partition();
        long from = position(partition).offset();
        long next = committed.visit(id, found, from, header -> {
            add(header, partition, from, round);
            return true;
        });
        if (next == from) {
            if (found.bytes().hasRemaining()) {
                throw new RawAccessException("partition " + id + " at offset " + from + ": the answer of "
                        + found.bytes().remaining() + " bytes holds no whole batch; check the broker's log");
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

    /** Where compaction has left nothing up to the end, waiting would never end. */
    private void passOverNothing(PartitionId id, long from, FetchedBatches.Found found, CopyRound.Builder round) {
        Long end = ends.get(id.partition());
        long goesOnTo = end == null ? found.lastStableOffset() : end;
        boolean compacted =
                from < goesOnTo && found.lastStableOffset() >= goesOnTo && emptyAnswers.isCompacted(id, from);
        if (compacted && end != null) {
            round.compacted(new CopyGap(id.partition(), from, end));
            // Leader epochs may have begun in what was compacted away.
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
            // Within the range a leader refuses only for a leader epoch that its log knows nothing of.
            throw truncated(id, position, range == null ? 0 : Math.min(range.latest(), position.offset()));
        }
    }

    /** @param end the offset up to which the source still holds what was copied */
    static CopyException truncated(PartitionId id, FetchPosition position, long end) {
        return new CopyException("partition " + id + " of the source was truncated to offset " + end
                + ", and it was copied up to offset " + position.offset()
                + " already: it lost records that the copy holds, as when a replica that was behind became leader or a"
                + " broker lost its disk; what was copied stays, and nothing more is added to it: copy the source into a new"
                + " topic with --to-topic");
    }

    private FetchPosition position(int partition) {
        return positions.getOrDefault(partition, FetchPosition.at(0));
    }

    private void move(int partition, FetchPosition next, CopyRound.Builder round) {
        positions.put(partition, next);
        round.goOnAt(partition, next);
    }

    /** What went over its connections until now. */
    LinkBytes linkBytes() {
        return client.linkBytes();
    }

    @Override
    public void close() {
        committed.close();
        client.close();
    }
}
