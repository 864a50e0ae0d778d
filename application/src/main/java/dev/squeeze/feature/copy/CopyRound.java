package dev.squeeze.feature.copy;

import dev.squeeze.kit.kafka.FetchPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What was read of the source at one go.
 *
 * @param batches by partition, in the order of its log
 * @param next where to go on, of each partition that was read
 * @param gaps offsets that the source no longer held
 * @param compacted offsets up to a partition's end of which compaction has left none
 * @param records in the batches, without those of aborted transactions
 * @param storedBytes of the batches, as the source stores them
 * @param abortedRecords left out
 * @param fromNanos by {@link System#nanoTime}
 * @param toNanos when it was over
 * @param readCpuNanos of fetching and decompressing
 */
record CopyRound(
        Map<Integer, List<SourceBatch>> batches,
        Map<Integer, FetchPosition> next,
        List<CopyGap> gaps,
        List<CopyGap> compacted,
        long records,
        long storedBytes,
        long abortedRecords,
        long fromNanos,
        long toNanos,
        long readCpuNanos) {

    boolean isEmpty() {
        return next.isEmpty();
    }

    /** The same round, whose batches took more CPU until they were ready. */
    CopyRound plusReadCpu(long nanos) {
        return new CopyRound(
                batches,
                next,
                gaps,
                compacted,
                records,
                storedBytes,
                abortedRecords,
                fromNanos,
                toNanos,
                readCpuNanos + nanos);
    }

    /** A round while it is read, by one thread. */
    static final class Builder {
        private final Map<Integer, List<SourceBatch>> batches = new TreeMap<>();
        private final Map<Integer, FetchPosition> next = new TreeMap<>();
        private final List<CopyGap> gaps = new ArrayList<>();
        private final List<CopyGap> compacted = new ArrayList<>();
        private long records;
        private long storedBytes;

        void add(SourceBatch batch) {
            batches.computeIfAbsent(batch.partition(), partition -> new ArrayList<>())
                    .add(batch);
        }

        void count(int moreRecords, long moreStoredBytes) {
            records += moreRecords;
            storedBytes += moreStoredBytes;
        }

        void lost(CopyGap gap) {
            gaps.add(gap);
        }

        void compacted(CopyGap gap) {
            compacted.add(gap);
        }

        void goOnAt(int partition, FetchPosition position) {
            next.put(partition, position);
        }

        long storedBytes() {
            return storedBytes;
        }

        CopyRound build(long abortedRecords, long fromNanos, long toNanos, long readCpuNanos) {
            return new CopyRound(
                    batches,
                    next,
                    gaps,
                    compacted,
                    records,
                    storedBytes,
                    abortedRecords,
                    fromNanos,
                    toNanos,
                    readCpuNanos);
        }
    }
}
