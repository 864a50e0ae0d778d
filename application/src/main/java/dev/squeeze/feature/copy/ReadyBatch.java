package dev.squeeze.feature.copy;

import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.format.NewBatch;

/**
 * Records that become one batch of the copies, or a stored batch that may be sent unchanged.
 *
 * @param lastOffset source offset of the last record
 */
sealed interface ReadyBatch {
    int partition();

    long lastOffset();

    /** Approximate number of bytes to process. */
    long bytes();

    /** A batch as the source stores it. */
    record Stored(SourceBatch batch) implements ReadyBatch {
        @Override
        public int partition() {
            return batch.partition();
        }

        @Override
        public long lastOffset() {
            return batch.lastOffset();
        }

        @Override
        public long bytes() {
            return batch.bytes().remaining();
        }
    }

    /**
     * Uncompressed records of one batch or of several adjacent ones.
     *
     * @param records must not be changed any more
     * @param storedCodec the codec that the source stores them in
     */
    record Unpacked(int partition, NewBatch records, CodecType storedCodec, long lastOffset) implements ReadyBatch {
        @Override
        public long bytes() {
            return records.recordBytes();
        }
    }
}
