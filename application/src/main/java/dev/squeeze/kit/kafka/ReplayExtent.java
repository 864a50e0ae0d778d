package dev.squeeze.kit.kafka;

/**
 * How much to simulate. What leaves before the estimator's guess has come down does not count.
 *
 * @param settlingBytes most uncompressed bytes to wait for that
 * @param batches to count, or
 * @param recordBytes to count, whichever comes first
 * @param maxRecordBytes to count at most where the number of records in a batch is not known well by then; of these further batches
 *     only small ones are compressed
 */
public record ReplayExtent(long settlingBytes, long batches, long recordBytes, long maxRecordBytes) {
    /** Of batches that are all compressed. */
    public ReplayExtent(long settlingBytes, long batches, long recordBytes) {
        this(settlingBytes, batches, recordBytes, 0);
    }

    public ReplayExtent {
        if (settlingBytes < 0 || batches < 1 || recordBytes < 1) {
            throw new IllegalArgumentException("a replay needs something to simulate");
        }
    }
}
