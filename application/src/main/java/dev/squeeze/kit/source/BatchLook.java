package dev.squeeze.kit.source;

import dev.squeeze.kit.kafka.OffsetRange;
import dev.squeeze.kit.kafka.PartitionId;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Properties of a topic's batches, from a few random offsets, used to plan the reading.
 *
 * @param bytesPerOffset stored bytes per offset; offsets that compaction has removed within batches count, too
 * @param longestBatchOffsets offsets in the longest batch that was seen, at least 1
 */
record BatchLook(double bytesPerOffset, double meanBatchBytes, long longestBatchOffsets) {
    private static final int PLACES = 8;
    private static final int MIN_PLACES = 3;
    private static final int BYTES_OF_A_PLACE = 1 << 15;
    /** Assumed if nothing was found. */
    private static final int ASSUMED_BYTES = 1 << 12;

    /** Totals over batches that were seen. */
    private static final class Seen {
        private long bytes;
        private long offsets;
        private long batches;
    }

    /**
     * Reads at random offsets. A random offset is more likely to be in a long batch than in a short one, but the mean
     * of bytes per offset is still unbiased, since a batch is found in proportion to its offsets.
     *
     * @param ranges of partitions, at least one of which has offsets
     * @param maxBytes limit for fetched bytes; exceeded only to reach the minimum number of places
     */
    static BatchLook at(Map<PartitionId, OffsetRange> ranges, BoundedFetch fetch, long maxBytes, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        long offsets = ranges.values().stream().mapToLong(OffsetRange::count).sum();
        Seen all = new Seen();
        double bytesPerOffset = 0;
        long[] longest = {1};
        int places = 0;
        for (int i = 0; i < PLACES && (i < MIN_PLACES || fetch.fetchedBytes() <= maxBytes); i++) {
            Seen here = new Seen();
            atOffset(
                    ranges,
                    random.nextLong(offsets),
                    (partition, offset) -> fetch.scan(partition, offset, BYTES_OF_A_PLACE, header -> {
                        long inBatch = header.lastOffsetDelta() + 1L;
                        here.bytes += header.sizeBytes();
                        here.offsets += inBatch;
                        here.batches++;
                        longest[0] = Math.max(longest[0], inBatch);
                        return true;
                    }));
            if (here.batches > 0) {
                bytesPerOffset += (double) here.bytes / here.offsets;
                all.bytes += here.bytes;
                all.batches += here.batches;
                places++;
            }
        }
        return new BatchLook(
                places == 0 ? ASSUMED_BYTES : bytesPerOffset / places,
                all.batches == 0 ? ASSUMED_BYTES : (double) all.bytes / all.batches,
                longest[0]);
    }

    private interface AtOffset {
        void at(PartitionId partition, long offset);
    }

    /** @param index index of the offset among those of all partitions */
    private static void atOffset(Map<PartitionId, OffsetRange> ranges, long index, AtOffset visitor) {
        long left = index;
        for (Map.Entry<PartitionId, OffsetRange> partition : ranges.entrySet()) {
            if (left < partition.getValue().count()) {
                visitor.at(partition.getKey(), partition.getValue().earliest() + left);
                return;
            }
            left -= partition.getValue().count();
        }
    }
}
