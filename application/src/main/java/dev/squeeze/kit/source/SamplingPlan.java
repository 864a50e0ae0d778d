package dev.squeeze.kit.source;

import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.Range;
import java.util.List;

/**
 * What to keep of a source.
 *
 * @param batchBytes the batch sizes to cut the source into, in uncompressed bytes of records, ascending
 * @param sampleBytes most bytes kept for one batch size, of records that are larger than this size up to 16 MiB and the largest more
 * @param batchesPerSize small batches are many: this number of them is enough where it takes at least
 *     {@link #MIN_BYTES}
 * @param seed of the random choice
 * @param workers threads that compress for the control
 */
public record SamplingPlan(List<Integer> batchBytes, long sampleBytes, int batchesPerSize, long seed, int workers) {
    /** Below this a batch size keeps what it sees, however small its batches are. */
    public static final long MIN_BYTES = 4L << 20;

    /** Enough batches that the choice of them stops mattering next to the residual of the control. */
    public static final int DEFAULT_BATCHES_PER_SIZE = 1024;

    public SamplingPlan {
        batchBytes = List.copyOf(batchBytes);
        if (batchBytes.isEmpty()) {
            throw new IllegalArgumentException("no batch size given");
        }
        Range.requireAtLeast("--sample", new ByteCount(sampleBytes), new ByteCount(1));
        if (batchesPerSize < 1 || workers < 1) {
            throw new IllegalArgumentException(
                    "not a plan: " + batchesPerSize + " batches of a size and " + workers + " threads");
        }
    }

    /** Most bytes to keep of batches of this size. */
    long retainedBytes(int nominalBytes) {
        return (long) Math.min(sampleBytes, Math.max(MIN_BYTES, (double) batchesPerSize * nominalBytes));
    }

    /** Most bytes of batches that the plan keeps in memory at once. */
    public long maxRetainedBytes() {
        return batchBytes.stream().mapToLong(this::retainedBytes).sum();
    }
}
