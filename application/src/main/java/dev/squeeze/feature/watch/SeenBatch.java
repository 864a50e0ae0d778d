package dev.squeeze.feature.watch;

import dev.squeeze.kit.format.BatchHeader;
import dev.squeeze.kit.format.BatchHeader.TimestampType;

/**
 * What the header of a batch of data says.
 *
 * @param producerId {@link #NO_ID} for a producer that is not idempotent
 * @param storedBytes with the header
 * @param spanMillis from the first to the last timestamp; -1 where the broker set them
 */
record SeenBatch(long producerId, int codecId, int records, long storedBytes, long spanMillis) {
    static final long NO_ID = -1;

    static SeenBatch of(BatchHeader header) {
        boolean ownTimes = header.timestampType() == TimestampType.CREATE_TIME && header.baseTimestampMillis() >= 0;
        return new SeenBatch(
                header.hasProducer() ? header.producerId() : NO_ID,
                header.codecId(),
                Math.max(1, header.recordCount()),
                header.sizeBytes(),
                ownTimes ? Math.max(0, header.maxTimestampMillis() - header.baseTimestampMillis()) : -1);
    }
}
