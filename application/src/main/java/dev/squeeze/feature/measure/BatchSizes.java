package dev.squeeze.feature.measure;

import dev.squeeze.kit.unit.ByteCount;
import java.util.List;
import java.util.TreeSet;

/** The batch sizes on the command line. */
final class BatchSizes {
    private static final long MOST_BYTES = 64 * ByteCount.MIB;
    private static final int MOST_SIZES = 16;

    private BatchSizes() {}

    /**
     * Distinct sizes, ascending.
     *
     * @throws IllegalArgumentException where one is zero or beyond what a batch may hold, or where there are too many
     */
    static List<Integer> of(List<ByteCount> sizes) {
        TreeSet<Integer> distinct = new TreeSet<>();
        for (ByteCount size : sizes) {
            if (size.bytes() < 1 || size.bytes() > MOST_BYTES) {
                throw new IllegalArgumentException(
                        "--batch-bytes " + size + ": a batch holds between 1 byte and " + new ByteCount(MOST_BYTES));
            }
            distinct.add((int) size.bytes());
        }
        if (distinct.size() > MOST_SIZES) {
            throw new IllegalArgumentException("--batch-bytes: at most " + MOST_SIZES + " sizes in one run");
        }
        return List.copyOf(distinct);
    }
}
