package dev.squeeze.kit.kafka;

import dev.squeeze.kit.stats.CorrelatedSeries;

/**
 * How far the counting of a simulated producer's batches has got: first all of them are compressed; where their number of records is not
 * known well by then, counting goes on with batches that are only taken to compress as well as those before, but for small ones.
 *
 * <p>For one thread.
 */
public final class ReplayProgress {
    /** Of the mean number of records in a batch: with less, a simulation is off by more for other reasons. */
    private static final double MAX_RELATIVE_ERROR = 0.04;

    /** Where not even this can be reached, what is counted further does not help. */
    private static final double MAX_HELPFUL_ERROR = 0.1;

    private static final double MIN_SHARE_TO_GIVE_UP = 0.25;

    /** What starting a codec takes as long as. */
    private static final long MIN_COMPRESSED_BYTES = 1 << 10;

    /** From one time that it is asked for to the next. */
    private static final double GROWTH = 1.25;

    private final ReplayExtent extent;
    private final boolean mayGoOn;
    private final CorrelatedSeries recordsOfBatches = new CorrelatedSeries();
    private long recordBytes;
    private long compressedBytes;
    private long compressedBatches;
    private long compressedAfterwards;
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
            compressedBatches++;
            compressing = extent.goesOnAfter(recordsOfBatches.size(), recordBytes);
            nextAt = recordsOfBatches.size();
        } else if (compressed) {
            compressedBytes -= Math.max(MIN_COMPRESSED_BYTES, bytes);
            compressedAfterwards++;
        }
        over = !compressing && (over || isEnough());
    }

    private boolean isEnough() {
        if (!mayGoOn || recordBytes >= extent.maxRecordBytes()) {
            return true;
        }
        if (recordsOfBatches.size() < nextAt) {
            return false;
        }
        nextAt = (int) Math.ceil(GROWTH * recordsOfBatches.size());
        double error = recordsOfBatches.relativeError();
        return error <= MAX_RELATIVE_ERROR || isHopeless(error);
    }

    /** Of few batches that go up and down together the error seems larger than it is. */
    private boolean isHopeless(double error) {
        double share = (double) recordBytes / extent.maxRecordBytes();
        return share >= MIN_SHARE_TO_GIVE_UP && error * Math.sqrt(share) > MAX_HELPFUL_ERROR;
    }

    /** Whether batches that leave now are compressed. */
    public boolean isCompressing() {
        return compressing;
    }

    /** Of the batches so many, the first, by which all sizes are known: all of them where most of the others were compressed as well. */
    public long compressedBatches() {
        long others = recordsOfBatches.size() - compressedBatches;
        return 2 * compressedAfterwards > others ? recordsOfBatches.size() : compressedBatches;
    }

    /** Whether small ones are: as many bytes of them as were compressed before, for that takes about as long. */
    public boolean isCompressingSmall() {
        return compressedBytes > 0;
    }

    public boolean isOver() {
        return over;
    }

    /** Standard error of the mean number of records in a batch by chance alone, as a share of it; 1 where nothing is known of it. */
    public double recordsPerBatchRelativeError() {
        return Math.min(1, recordsOfBatches.relativeError());
    }
}
