package dev.squeeze.kit.kafka;

import dev.squeeze.kit.stats.CorrelatedSeries;

/**
 * How far the simulation of a producer has progressed: at first, all counted batches are compressed. If their number of records is
 * not known precisely enough by then, counting continues with batches whose compressed size is modelled, except for small ones.
 *
 * <p>Not thread-safe.
 */
public final class ReplayProgress {
    /** Of the mean number of records per batch: below it, other errors of a simulation dominate. */
    private static final double MAX_RELATIVE_ERROR = 0.04;

    /** If not even this error can be reached, counting more batches does not help. */
    private static final double MAX_HELPFUL_ERROR = 0.1;

    private static final double MIN_SHARE_TO_GIVE_UP = 0.25;

    /** Starting a codec takes as long as compressing this many bytes. */
    private static final long MIN_COMPRESSED_BYTES = 1 << 10;

    /** Factor in the number of batches between two checks of the error. */
    private static final double GROWTH = 1.25;

    private final ReplayExtent extent;
    private final boolean canModelSizes;
    private final CorrelatedSeries recordsOfBatches = new CorrelatedSeries();
    private long recordBytes;
    private long compressedBytes;
    private long compressedBatches;
    private long compressedAfterwards;
    private boolean compressing = true;
    private boolean over;
    private int nextAt;

    /** @param canModelSizes whether compressed sizes can be modelled */
    public ReplayProgress(ReplayExtent extent, boolean canModelSizes) {
        this.extent = extent;
        this.canModelSizes = canModelSizes;
    }

    /**
     * Adds a counted batch.
     *
     * @param bytes uncompressed bytes of its records
     * @param compressed whether it was compressed; otherwise only its size was modelled
     */
    public void left(int records, long bytes, boolean compressed) {
        recordsOfBatches.add(records);
        recordBytes += bytes;
        if (compressing) {
            compressedBytes += bytes;
            compressedBatches++;
            compressing = extent.needsMoreAfter(recordsOfBatches.size(), recordBytes);
            nextAt = recordsOfBatches.size();
        } else if (compressed) {
            compressedBytes -= Math.max(MIN_COMPRESSED_BYTES, bytes);
            compressedAfterwards++;
        }
        over = !compressing && (over || isEnough());
    }

    private boolean isEnough() {
        if (!canModelSizes || recordBytes >= extent.maxRecordBytes()) {
            return true;
        }
        if (recordsOfBatches.size() < nextAt) {
            return false;
        }
        nextAt = (int) Math.ceil(GROWTH * recordsOfBatches.size());
        double error = recordsOfBatches.relativeError();
        return error <= MAX_RELATIVE_ERROR || isHopeless(error);
    }

    /** With few batches whose sizes are correlated, the error is overestimated. */
    private boolean isHopeless(double error) {
        double share = (double) recordBytes / extent.maxRecordBytes();
        return share >= MIN_SHARE_TO_GIVE_UP && error * Math.sqrt(share) > MAX_HELPFUL_ERROR;
    }

    /** Whether batches sent now are compressed. */
    public boolean isCompressing() {
        return compressing;
    }

    /**
     * The number of batches whose sizes represent all: those compressed at first, or all if most of the others were compressed as
     * well.
     */
    public long compressedBatches() {
        long others = recordsOfBatches.size() - compressedBatches;
        return 2 * compressedAfterwards > others ? recordsOfBatches.size() : compressedBatches;
    }

    /**
     * Whether small batches are still compressed: up to as many bytes as were compressed before, so that it takes about as long.
     */
    public boolean isCompressingSmall() {
        return compressedBytes > 0;
    }

    public boolean isOver() {
        return over;
    }

    /** Relative standard error of the mean number of records per batch due to chance alone; 1 if unknown. */
    public double recordsPerBatchRelativeError() {
        return Math.min(1, recordsOfBatches.relativeError());
    }
}
