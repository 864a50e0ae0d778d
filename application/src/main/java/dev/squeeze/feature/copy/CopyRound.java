package dev.squeeze.feature.copy;

import dev.squeeze.kit.format.BatchHeader;
import dev.squeeze.kit.kafka.FetchPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * The batches read from the source in one go.
 *
 * @param batches by partition, in the order of its log
 * @param next where to continue in each partition that was read
 * @param gaps offsets that the source no longer had
 * @param compacted ranges up to a partition's end from which compaction has removed all records
 * @param records number of records in the batches, without those of aborted transactions
 * @param storedBytes size of the batches, as the source stores them
 * @param abortedRecords number of records of aborted transactions, which are left out
 * @param fromNanos start, by {@link System#nanoTime}
 * @param toNanos end
 * @param readCpuNanos CPU time of fetching and decompressing
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
    /**
     * Smaller parts do not pay off: each one costs a wait for the brokers, and its uncompressed size is only an
     * estimate.
     */
    static final long MIN_PART_BYTES = 1 << 20;

    boolean isEmpty() {
        return next.isEmpty();
    }

    /** The same round, with more CPU time for preparing its batches. */
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

    /**
     * Splits the round into consecutive parts, to be written one after the other.
     *
     * @param unpackedBytes estimates the uncompressed size of a batch
     * @param maxBytes approximate maximum of uncompressed bytes per part; parts have at least about
     *     {@link #MIN_PART_BYTES} stored bytes
     */
    List<CopyRound> parts(ToLongFunction<BatchHeader> unpackedBytes, long maxBytes) {
        BatchHeader header = new BatchHeader();
        long all = 0;
        for (List<SourceBatch> ofPartition : batches.values()) {
            all += bytes(ofPartition, unpackedBytes, header);
        }
        int count = (int) Math.max(1, Math.min((all + maxBytes - 1) / maxBytes, storedBytes / MIN_PART_BYTES));
        if (count == 1) {
            return List.of(this);
        }
        List<Builder> parts = Stream.generate(Builder::new).limit(count).toList();
        batches.values().forEach(ofPartition -> {
            long bytes = bytes(ofPartition, unpackedBytes, header);
            long before = 0;
            int part = 0;
            long lastOffset = -1;
            for (SourceBatch batch : ofPartition) {
                header.wrap(batch.bytes(), batch.bytes().position());
                // A batch that was split because a copy starts within it stays in one part, and is counted once.
                boolean another = header.baseOffset() > lastOffset;
                if (another) {
                    part = (int) Math.min(count - 1L, before * count / Math.max(1, bytes));
                    before += unpackedBytes.applyAsLong(header);
                    parts.get(part).count(header.recordCount(), header.sizeBytes());
                }
                parts.get(part).add(batch);
                parts.get(part).goOnAt(batch.partition(), behind(batch, header));
                lastOffset = batch.lastOffset();
            }
        });
        Builder last = parts.get(count - 1);
        next.forEach(last::goOnAt);
        for (CopyGap gap : gaps) {
            parts.stream()
                    .filter(part -> part.isBehind(gap))
                    .findFirst()
                    .orElse(last)
                    .lost(gap);
        }
        return parts.stream()
                .map(part -> part.build(part == last ? abortedRecords : 0, fromNanos, toNanos, (long)
                        ((double) readCpuNanos * part.storedBytes() / Math.max(1, storedBytes))))
                .toList();
    }

    private static long bytes(
            List<SourceBatch> batches, ToLongFunction<BatchHeader> unpackedBytes, BatchHeader header) {
        long bytes = 0;
        long lastOffset = -1;
        for (SourceBatch batch : batches) {
            header.wrap(batch.bytes(), batch.bytes().position());
            bytes += header.baseOffset() > lastOffset ? unpackedBytes.applyAsLong(header) : 0;
            lastOffset = batch.lastOffset();
        }
        return bytes;
    }

    private static FetchPosition behind(SourceBatch batch, BatchHeader header) {
        int epoch = header.partitionLeaderEpoch();
        return new FetchPosition(batch.lastOffset() + 1, epoch < 0 ? OptionalInt.empty() : OptionalInt.of(epoch));
    }

    /** Collects a round while it is read. Not thread-safe. */
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

        /** Whether it continues after the given gap. */
        boolean isBehind(CopyGap gap) {
            FetchPosition position = next.get(gap.partition());
            return position != null && position.offset() >= gap.toOffset();
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
