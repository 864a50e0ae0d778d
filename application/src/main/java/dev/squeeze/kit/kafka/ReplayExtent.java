package dev.squeeze.kit.kafka;

/**
 * How much to simulate. What leaves before the estimator's guess has come down does not count.
 *
 * @param settlingBytes most uncompressed bytes to wait for that
 * @param batches to count, and
 * @param minRecordBytes to count, whichever comes later, but no more than four times the batches, or
 * @param recordBytes to count at most
 * @param maxRecordBytes to count at most where the number of records in a batch is not known well by then; of these further batches
 *     only small ones are compressed
 */
public record ReplayExtent(
        long settlingBytes, long batches, long minRecordBytes, long recordBytes, long maxRecordBytes) {
    private static final int MAX_TIMES_BATCHES = 4;

    /** Of batches that are all compressed. */
    public ReplayExtent(long settlingBytes, long batches, long recordBytes) {
        this(settlingBytes, batches, 0, recordBytes, 0);
    }

    /** Of batches after which counting may go on. */
    public ReplayExtent(long settlingBytes, long batches, long recordBytes, long maxRecordBytes) {
        this(settlingBytes, batches, 0, recordBytes, maxRecordBytes);
    }

    /** Whether so many counted batches of so many bytes are too few. */
    boolean goesOnAfter(long counted, long bytes) {
        boolean few = counted < batches || bytes < minRecordBytes;
        return few && counted < MAX_TIMES_BATCHES * batches && bytes < recordBytes;
    }

    public ReplayExtent {
        if (settlingBytes < 0 || batches < 1 || recordBytes < 1) {
            throw new IllegalArgumentException("a replay needs something to simulate");
        }
    }
}
