package dev.squeeze.kit.kafka;

import java.util.Optional;

/**
 * How a raw producer fills its requests. A request also goes out before a second batch for one of its partitions, since the
 * protocol takes one batch for each partition.
 *
 * @param batchesPerRequest after so many batches per request goes out, at least 1
 * @param bytesPerRequest a request takes no further batch that would bring it above this many bytes of batches; a larger
 *     batch travels alone
 * @param transactionalId of the transactions that the batches belong to; without one they belong to no producer
 */
public record RawProducerOptions(
        Acks acks, int batchesPerRequest, int bytesPerRequest, Optional<String> transactionalId) {
    /** The default of the Java producer's {@code max.request.size}. */
    private static final int DEFAULT_BYTES_PER_REQUEST = 1 << 20;

    public RawProducerOptions {
        if (batchesPerRequest < 1 || bytesPerRequest < 1) {
            throw new IllegalArgumentException("a request takes at least 1 batch and 1 byte, not " + batchesPerRequest
                    + " and " + bytesPerRequest);
        }
    }

    /** For batches of no producer. */
    public RawProducerOptions(Acks acks, int batchesPerRequest, int bytesPerRequest) {
        this(acks, batchesPerRequest, bytesPerRequest, Optional.empty());
    }

    /** Every batch travels alone. */
    public static RawProducerOptions oneByOne(Acks acks) {
        return new RawProducerOptions(acks, 1, DEFAULT_BYTES_PER_REQUEST);
    }
}
