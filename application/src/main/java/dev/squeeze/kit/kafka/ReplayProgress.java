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

    /** Between two looks at it. */
    private static final double GROWTH = 1.25;

    private final ProducerReplay.Extent extent;
    private final boolean mayGoOn;
    private final CorrelatedSeries recordsOfBatches = new CorrelatedSeries();
    private long recordBytes;
    private long compressedBytes;
    private boolean compressing = true;
    private boolean over;
    private int nextLook;

    /** @param mayGoOn whether something says what batches are taken to compress to */
    public ReplayProgress(ProducerReplay.Extent extent, boolean mayGoOn) {
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
            nextLook = recordsOfBatches.size();
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
        if (recordsOfBatches.size() < nextLook) {
            return false;
        }
        nextLook = (int) Math.ceil(GROWTH * recordsOfBatches.size());
        return recordsOfBatches.relativeError() <= MAX_RELATIVE_ERROR;
    }

    /** Whether batches that leave now are compressed. */
    public boolean isCompressing() {
        return compressing;
    }

    public boolean isOver() {
        return over;
    }

    /** Standard error of the mean number of records in a batch, as a share of it. */
    public double recordsPerBatchRelativeError() {
        return recordsOfBatches.relativeError();
    }
}
