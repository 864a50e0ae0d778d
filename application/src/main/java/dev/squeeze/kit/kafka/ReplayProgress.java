package dev.squeeze.kit.kafka;

import dev.squeeze.kit.stats.CorrelatedSeries;

/**
 * How far the counting of a simulated producer's batches has got: first all of them are compressed; where their number of records is not
 * known well by then, counting goes on with batches that are only taken to compress as well as those before.
 *
 * <p>For one thread.
 */
public final class ReplayProgress {
    /** Of the mean number of records in a batch. */
    private static final double MAX_RELATIVE_ERROR = 0.025;

    private static final double LOOKED_AT_BATCHES = 400;

    /** From one time that it is asked for to the next. */
    private static final double GROWTH = 1.25;

    private final ReplayExtent extent;
    private final boolean mayGoOn;
    private final CorrelatedSeries recordsOfBatches = new CorrelatedSeries();
    private long recordBytes;
    private long compressedBytes;
    private boolean compressing = true;
    private boolean over;
    private int nextAt;

    /** @param mayGoOn whether something says what batches are taken to compress to */
    public ReplayProgress(ReplayExtent extent, boolean mayGoOn) {
        this.extent = extent;
        this.mayGoOn = mayGoOn;
    }

    /**
     * Takes a batch that counts.
     *
     * @param bytes of its records, uncompressed
     * @param compressed whether it was compressed; else only its size was modelled
     */
    public void left(int records, long bytes, boolean compressed) {
        recordsOfBatches.add(records);
        recordBytes += bytes;
        if (compressing) {
            compressedBytes += bytes;
            compressing = recordsOfBatches.size() < extent.batches() && recordBytes < extent.recordBytes();
            nextAt = recordsOfBatches.size();
        } else if (compressed) {
            compressedBytes -= bytes;
        }
        over = !compressing && (over || isEnough());
    }

    /** No more of them are compressed, for they take as long as those before, than were before. */
    private boolean isEnough() {
        if (!mayGoOn || recordBytes >= extent.maxRecordBytes() || compressedBytes <= 0) {
            return true;
        }
        if (recordsOfBatches.size() < nextAt) {
            return false;
        }
        nextAt = (int) Math.ceil(GROWTH * recordsOfBatches.size());
        return recordsOfBatches.relativeError() <= MAX_RELATIVE_ERROR;
    }

    /** Whether batches that leave now are compressed. */
    public boolean isCompressing() {
        return compressing;
    }

    public boolean isOver() {
        return over;
    }

    /**
     * How far the mean number of records in a batch is off from what a look at some hundred batches of a live producer finds, by chance
     * alone: a standard error, as a share of the mean. Where a guess of the ratio wanders, looks at different times differ much.
     */
    public double recordsPerBatchRelativeError() {
        return recordsOfBatches.relativeError() * Math.sqrt(1 + recordsOfBatches.size() / LOOKED_AT_BATCHES);
    }
}
