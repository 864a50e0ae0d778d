package dev.squeeze.feature.copy;

import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.format.NewBatch;

/**
 * Records that are to become one batch of the copies, or a stored batch that may go as it is.
 *
 * @param lastOffset in the source, of the last record
 */
sealed interface ReadyBatch {
    int partition();

    long lastOffset();

    /** Roughly how many bytes have to be processed. */
    long bytes();

    /** As the source stores it. */
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
     * Uncompressed, of one batch or of several neighbours.
     *
     * @param records no longer changed
     * @param storedCodec that the source has them in
     */
    record Unpacked(int partition, NewBatch records, CodecType storedCodec, long lastOffset) implements ReadyBatch {
        @Override
        public long bytes() {
            return records.recordBytes();
        }
    }
}
