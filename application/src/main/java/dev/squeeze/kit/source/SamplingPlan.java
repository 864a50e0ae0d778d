package dev.squeeze.kit.source;

import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.Range;
import java.util.List;

/**
 * How much of a source to keep.
 *
 * @param batchBytes the batch sizes into which to divide the source, in uncompressed bytes of records, ascending
 * @param sampleBytes maximum bytes kept for one batch size; records larger than that size may add up to 16 MiB, plus
 *     the largest one
 * @param batchesPerSize number of batches that is enough for a size, if they have at least {@link #MIN_BYTES}
 * @param seed seed of the random selection
 * @param workers number of threads for the control compressor
 */
public record SamplingPlan(List<Integer> batchBytes, long sampleBytes, int batchesPerSize, long seed, int workers) {
    /** Each batch size keeps at least this much, however small its batches are. */
    public static final long MIN_BYTES = 4L << 20;

    /** Enough batches that the random selection matters little compared with the residual of the control. */
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

    /** Maximum bytes to keep for batches of this size. */
    long retainedBytes(int nominalBytes) {
        return (long) Math.min(sampleBytes, Math.max(MIN_BYTES, (double) batchesPerSize * nominalBytes));
    }

    /** Maximum bytes of batches that the plan keeps in memory at once. */
    public long maxRetainedBytes() {
        return batchBytes.stream().mapToLong(this::retainedBytes).sum();
    }
}
