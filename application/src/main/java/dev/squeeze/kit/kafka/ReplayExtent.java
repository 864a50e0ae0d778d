package dev.squeeze.kit.kafka;

/**
 * How much to simulate. Batches sent before the estimator's guess has settled are not counted.
 *
 * @param settlingBytes maximum uncompressed bytes to send until it has settled
 * @param batches number of batches to count
 * @param minRecordBytes uncompressed bytes to count; counting ends when both are reached, but after at most four times the batches
 * @param recordBytes maximum uncompressed bytes to count
 * @param maxRecordBytes maximum uncompressed bytes to count if the number of records per batch is not known precisely by then; of
 *     these additional batches, only small ones are compressed
 */
public record ReplayExtent(
        long settlingBytes, long batches, long minRecordBytes, long recordBytes, long maxRecordBytes) {
    private static final int MAX_TIMES_BATCHES = 4;

    /** All batches are compressed. */
    public ReplayExtent(long settlingBytes, long batches, long recordBytes) {
        this(settlingBytes, batches, 0, recordBytes, 0);
    }

    /** Counting may continue with batches of modelled size. */
    public ReplayExtent(long settlingBytes, long batches, long recordBytes, long maxRecordBytes) {
        this(settlingBytes, batches, 0, recordBytes, maxRecordBytes);
    }

    /** Whether more batches are needed after this many counted batches and bytes. */
    boolean needsMoreAfter(long counted, long bytes) {
        boolean few = counted < batches || bytes < minRecordBytes;
        return few && counted < MAX_TIMES_BATCHES * batches && bytes < recordBytes;
    }

    public ReplayExtent {
        if (settlingBytes < 0 || batches < 1 || recordBytes < 1) {
            throw new IllegalArgumentException("a replay needs something to simulate");
        }
    }
}
