package dev.squeeze.kit.source;

import dev.squeeze.kit.kafka.EmptyAnswers;
import dev.squeeze.kit.kafka.OffsetRange;
import dev.squeeze.kit.kafka.PartitionId;
import dev.squeeze.kit.kafka.RawFetcher;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A topic's log, part of which may be in remote storage (KIP-405). An empty response within the log means either that
 * compaction has removed everything, or that remote storage was not read in time; these two must not be confused. The
 * total wait for remote storage is limited to half of a request's time limit; after that, its contents are left unread.
 */
final class TieredLog {
    private static final Answer NOTHING = new Answer.Nothing();
    private static final Answer UNREAD = new Answer.Unread();

    private final TopicLog log;
    private final EmptyAnswers empty;
    private final Duration longWait;
    private final long maxWaitNanos;
    private long waitedNanos;
    private final Map<PartitionId, Long> emptyFrom = new HashMap<>();
    private final Map<PartitionId, OptionalLong> localStarts = new HashMap<>();
    private final Map<PartitionId, Long> firstRead = new HashMap<>();
    private final SortedSet<Integer> unread = new TreeSet<>();
    private long unreadPlaces;

    /** The result of reading at an offset. */
    sealed interface Answer {
        /** @param bytes batches as stored, at least one byte */
        record Found(ByteBuffer bytes) implements Answer {}

        /** There are no records from the offset to the log's end. */
        record Nothing() implements Answer {}

        /** Could not be read, so it is unknown whether there are records. */
        record Unread() implements Answer {}
    }

    /** @param timeLimit how long to wait for a broker's response */
    TieredLog(TopicLog log, Duration timeLimit) {
        this.log = log;
        this.longWait = EmptyAnswers.longWait(timeLimit);
        this.maxWaitNanos = timeLimit.dividedBy(2).toNanos();
        this.empty = EmptyAnswers.ofSingleRequests(this::askLocalStart);
    }

    private OptionalLong askLocalStart(PartitionId partition) {
        OptionalLong start = log.localStart(partition);
        localStarts.put(partition, start);
        return start;
    }

    /** @param offset within the log */
    Answer read(PartitionId partition, long offset, int maxBytes) {
        if (offset >= emptyFrom.getOrDefault(partition, Long.MAX_VALUE)) {
            return NOTHING;
        }
        long placeNanos = System.nanoTime();
        while (true) {
            if (waitedNanos >= maxWaitNanos && isRemote(partition, offset)) {
                return unread(partition);
            }
            long beganNanos = System.nanoTime();
            // Does not wait for a compacted end: unlike a copy, a sample loses nothing by skipping it.
            boolean remote =
                    empty.needsTime() && localStartAfter(partition, offset).isPresent();
            ByteBuffer bytes = log.fetch(partition, offset, maxBytes, remote ? longWait : RawFetcher.WAIT_AT_LOG_END);
            if (bytes.hasRemaining()) {
                empty.interrupted();
                firstRead.merge(partition, offset, Math::min);
                return new Answer.Found(bytes);
            }
            waitedNanos += System.nanoTime() - beganNanos;
            switch (empty.meaning(partition, offset)) {
                case COMPACTED -> {
                    empty.interrupted(partition);
                    emptyFrom.put(partition, offset);
                    return NOTHING;
                }
                case NOT_IN_TIME -> {
                    // Because of its remote.fetch.max.wait.ms a broker may respond earlier than requested.
                    if (System.nanoTime() - placeNanos >= longWait.toNanos()) {
                        return unread(partition);
                    }
                }
                case OPEN -> {}
            }
        }
    }

    private boolean isRemote(PartitionId partition, long offset) {
        OptionalLong start = localStarts.get(partition);
        if (start == null) {
            start = askLocalStart(partition);
        }
        return start.isPresent() && offset < start.getAsLong();
    }

    private Answer unread(PartitionId partition) {
        unread.add(partition.partition());
        unreadPlaces++;
        return UNREAD;
    }

    /** Where the leader's own log starts, for an offset that was left unread; empty unless that is after the offset. */
    OptionalLong localStartAfter(PartitionId partition, long offset) {
        OptionalLong start = localStarts.getOrDefault(partition, OptionalLong.empty());
        return start.isPresent() && start.getAsLong() > offset ? start : OptionalLong.empty();
    }

    /** Number of reads from remote storage that timed out. */
    long unreadPlaces() {
        return unreadPlaces;
    }

    /** The partitions of these reads, by number. */
    SortedSet<Integer> unread() {
        return unread;
    }

    /**
     * Share of the partitions' offsets before the first place that was read, 0 to 1; it is unknown when these were
     * written. 0 if the start of any partition was read, as the others are about as old.
     */
    double shareBeforeRead(Map<PartitionId, OffsetRange> ranges) {
        long before = 0;
        long all = 0;
        for (Map.Entry<PartitionId, OffsetRange> partition : ranges.entrySet()) {
            OffsetRange range = partition.getValue();
            boolean isUnread = unread.contains(partition.getKey().partition());
            Long first = firstRead.get(partition.getKey());
            if (range.isEmpty() || first == null && !isUnread) {
                continue;
            }
            if (first != null && first <= range.earliest()) {
                return 0;
            }
            all += range.count();
            before += isUnread ? (first == null ? range.latest() : first) - range.earliest() : 0;
        }
        return all == 0 ? 0 : (double) before / all;
    }
}
