package dev.squeeze.feature.watch;

import dev.squeeze.kit.format.BatchHeader;

/**
 * The header of a data batch, as far as a watch needs it.
 *
 * @param producerId {@link #NO_ID} for a producer that is not idempotent
 * @param storedBytes including the header
 * @param spanMillis from the first to the last timestamp; -1 if unknown, for example because the broker set them
 */
record SeenBatch(long producerId, int codecId, int records, long storedBytes, long spanMillis) {
    static final long NO_ID = -1;

    static SeenBatch of(BatchHeader header) {
        return new SeenBatch(
                header.hasProducer() ? header.producerId() : NO_ID,
                header.codecId(),
                Math.max(1, header.recordCount()),
                header.sizeBytes(),
                header.spanMillis().orElse(-1));
    }
}
