package dev.squeeze.feature.measure;

import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.UsageException;
import java.util.List;
import java.util.TreeSet;

/** The batch sizes on the command line. */
final class BatchSizes {
    private static final long MAX_BYTES = 64 * ByteCount.MIB;
    private static final int MAX_SIZES = 16;

    private BatchSizes() {}

    /**
     * Distinct sizes, ascending.
     *
     * @throws UsageException if one is zero or larger than a batch may be, or if there are too many
     */
    static List<Integer> of(List<ByteCount> sizes) {
        TreeSet<Integer> distinct = new TreeSet<>();
        for (ByteCount size : sizes) {
            if (size.bytes() < 1 || size.bytes() > MAX_BYTES) {
                throw new UsageException(
                        "--batch-bytes must be between 1 B and " + new ByteCount(MAX_BYTES) + ", got " + size);
            }
            distinct.add((int) size.bytes());
        }
        if (distinct.size() > MAX_SIZES) {
            throw new UsageException("--batch-bytes takes at most " + MAX_SIZES + " sizes, got " + distinct.size());
        }
        return List.copyOf(distinct);
    }
}
