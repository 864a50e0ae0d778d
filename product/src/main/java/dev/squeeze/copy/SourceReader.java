package dev.squeeze.copy;

import dev.squeeze.batch.BatchHeader;
import dev.squeeze.kafka.CommittedBatches;
import dev.squeeze.kafka.CommittedFetcher;
import dev.squeeze.kafka.FetchedBatches;
import dev.squeeze.kafka.LinkBytes;
import dev.squeeze.kafka.OffsetRange;
import dev.squeeze.kafka.PartitionId;
import dev.squeeze.kafka.RawAccessException;
import dev.squeeze.kafka.RawClient;
import dev.squeeze.kafka.RawFetcher;
import dev.squeeze.measure.CpuClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/**
 * Reads what is committed in a topic, all partitions side by side, from given offsets on. Belongs to one thread at a time.
 */
final class SourceReader implements AutoCloseable {
    /** So much that a leader reads it from its files in one go, and little enough that partitions take turns. */
    private static final int BYTES_PER_LEADER = 8 << 20;

    private static final int LEAST_BYTES = 64 << 10;
    private static final Duration LONGEST_WAIT = Duration.ofMillis(200);
    /** Nothing came although offsets are missing: compaction has left none of them. */
    private static final int EMPTY_ANSWERS_AT_END = 5;

    private final String topic;
    private final RawClient client;
    private final CommittedFetcher fetcher;
    private final CommittedBatches committed = new CommittedBatches();
    private final Map<Integer, Long> positions;
    private final Map<Integer, Long> ends;
    private final List<Set<Long>> cuts;
    private final Map<Integer, Integer> emptyAnswers = new HashMap<>();

    /**
     * @param client its own, closed with this
     * @param positions where to begin, of every partition
     * @param ends where to stop; without those of partitions that are followed
     * @param cuts of each partition, the offsets before which a batch is divided: copies go on there that have what is
     *     before
     */
    SourceReader(
            RawClient client,
            String topic,
            Map<Integer, Long> positions,
            Map<Integer, Long> ends,
            List<Set<Long>> cuts) {
        this.client = client;
        this.topic = topic;
        this.positions = new TreeMap<>(positions);
        this.ends = Map.copyOf(ends);
        this.cuts = List.copyOf(cuts);
        this.fetcher = new CommittedFetcher(client);
    }

    /** Whether every partition was read to where it is to end. */
    boolean isAtEnd() {
        return open().isEmpty();
    }

    private List<Integer> open() {
        List<Integer> open = new ArrayList<>();
        positions.forEach((partition, position) -> {
            Long end = ends.get(partition);
            if (end == null || position < end) {
                open.add(partition);
            }
        });
        return open;
    }

    /**
     * Reads on until there is enough, the time is up, or nothing more is there for now.
     *
     * @param bytes enough, as they are stored; one answer more may come
     * @throws CopyException when the source's log ends before where we are
     * @throws RawAccessException when the source cannot be read
     */
    CopyRound next(long bytes, Duration longest, BooleanSupplier stop) {
        long began = System.nanoTime();
        long cpuBefore = CpuClock.cpuNanos();
        long abortedBefore = committed.abortedRecords();
        CopyRound round = new CopyRound();
        boolean more = true;
        while (more && round.storedBytes < bytes && System.nanoTime() - began < longest.toNanos()) {
            List<Integer> wanted = open();
            if (wanted.isEmpty() || stop.getAsBoolean()) {
                break;
            }
            more = fetch(wanted, bytes - round.storedBytes, round);
        }
        round.abortedRecords = committed.abortedRecords() - abortedBefore;
        round.readCpuNanos = CpuClock.cpuNanos() - cpuBefore;
        round.fromNanos = began;
        round.toNanos = System.nanoTime();
        return round;
    }

    private boolean fetch(List<Integer> wanted, long bytes, CopyRound round) {
        int most = (int) Math.max(LEAST_BYTES, Math.min(BYTES_PER_LEADER, bytes));
        CommittedFetcher.Limits limits =
                new CommittedFetcher.Limits(Math.max(LEAST_BYTES, most / wanted.size()), most, LONGEST_WAIT);
        Map<PartitionId, Long> from = new LinkedHashMap<>();
        wanted.forEach(partition -> from.put(new PartitionId(topic, partition), positions.getOrDefault(partition, 0L)));
        boolean came = false;
        for (Map.Entry<PartitionId, FetchedBatches> one :
                fetcher.fetch(from, limits).entrySet()) {
            PartitionId partition = one.getKey();
            if (one.getValue() instanceof FetchedBatches.Found found) {
                came |= take(partition, found, round);
            } else if (one.getValue() instanceof FetchedBatches.OutOfRange) {
                overtaken(partition, round);
                came = true;
            }
        }
        return came;
    }

    private boolean take(PartitionId id, FetchedBatches.Found found, CopyRound round) {
        int partition = id.partition();
        long from = positions.getOrDefault(partition, 0L);
        long next = committed.visit(id, found, from, header -> {
            add(header, partition, from, round);
            return true;
        });
        if (next == from) {
            if (found.bytes().hasRemaining()) {
                throw new RawAccessException("partition " + id + " at offset " + from + ": the answer of "
                        + found.bytes().remaining() + " bytes holds no whole batch; look at the broker's log");
            }
            passOverNothing(partition, from, found, round);
            return false;
        }
        emptyAnswers.remove(partition);
        move(partition, next, round);
        return true;
    }

    private void add(BatchHeader header, int partition, long from, CopyRound round) {
        if (header.recordCount() == 0) {
            return;
        }
        round.records += header.recordCount();
        long first = Math.max(from, header.baseOffset());
        for (long cut : new TreeSet<>(cuts.get(partition))) {
            if (cut > first && cut <= header.lastOffset()) {
                round.add(new SourceBatch(partition, header.batch(), first, cut - 1));
                first = cut;
            }
        }
        round.add(new SourceBatch(partition, header.batch(), first, header.lastOffset()));
        round.storedBytes += header.sizeBytes();
    }

    /** Where compaction has left nothing up to the end, there is nothing to wait for. */
    private void passOverNothing(int partition, long from, FetchedBatches.Found found, CopyRound round) {
        Long end = ends.get(partition);
        if (end != null
                && found.lastStableOffset() >= end
                && emptyAnswers.merge(partition, 1, Integer::sum) >= EMPTY_ANSWERS_AT_END) {
            move(partition, Math.max(from, end), round);
        }
    }

    private void overtaken(PartitionId id, CopyRound round) {
        OffsetRange range = new RawFetcher(client).committedOffsets(List.of(id)).get(id);
        long position = positions.getOrDefault(id.partition(), 0L);
        if (range == null || position > range.latest()) {
            throw new CopyException("partition " + id + " of the source ends at offset "
                    + (range == null ? "?" : range.latest()) + ", and it was copied up to " + position
                    + " already: it lost records, as when a replica that was behind became leader; copy it into a new"
                    + " topic");
        }
        if (position < range.earliest()) {
            round.gaps.add(new CopyGap(id.partition(), position, range.earliest()));
            move(id.partition(), range.earliest(), round);
        }
    }

    private void move(int partition, long next, CopyRound round) {
        positions.put(partition, next);
        round.next.put(partition, next);
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
