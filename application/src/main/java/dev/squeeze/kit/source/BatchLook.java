package dev.squeeze.kit.source;

import dev.squeeze.kit.kafka.OffsetRange;
import dev.squeeze.kit.kafka.PartitionId;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * What batches of a topic are like, from a few random offsets, before the reading is planned.
 *
 * @param bytesPerOffset as stored; offsets that compaction removed within batches count
 * @param longestBatchOffsets of the batches that were seen, at least 1
 */
record BatchLook(double bytesPerOffset, double meanBatchBytes, long longestBatchOffsets) {
    private static final int PLACES = 8;
    private static final int MIN_PLACES = 3;
    private static final int BYTES_OF_A_PLACE = 1 << 15;
    /** Where nothing was found. */
    private static final int ASSUMED_BYTES = 1 << 12;

    /** What was seen of batches. */
    private static final class Seen {
        private long bytes;
        private long offsets;
        private long batches;
    }

    /**
     * Looks at random offsets. The batch of a random offset is a long one rather than a short one; bytes for each offset
     * of it are right on average all the same, since that is how often it is found.
     *
     * @param ranges of partitions, of which at least one has offsets
     * @param maxBytes of the bytes that may be fetched; more only for the least number of places
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

    /** @param index of the offset among those of all partitions */
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
