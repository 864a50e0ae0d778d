package dev.squeeze.kit.kafka;

import java.util.Optional;

/**
 * How a raw producer fills its requests. A request is also sent before a second batch for one of its partitions is added, since the
 * protocol allows one batch per partition.
 *
 * @param batchesPerRequest a request is sent when it contains this many batches, at least 1
 * @param bytesPerRequest a batch that would exceed this many bytes of batches starts a new request; a larger batch is sent alone
 * @param transactionalId of the transactions that the batches belong to; if absent, they have no producer id
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

    /** For batches without a producer id. */
    public RawProducerOptions(Acks acks, int batchesPerRequest, int bytesPerRequest) {
        this(acks, batchesPerRequest, bytesPerRequest, Optional.empty());
    }

    /** Sends every batch in its own request. */
    public static RawProducerOptions oneByOne(Acks acks) {
        return new RawProducerOptions(acks, 1, DEFAULT_BYTES_PER_REQUEST);
    }
}
