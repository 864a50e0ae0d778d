package dev.squeeze.engine.measure;

import dev.squeeze.kit.format.PackedBatch;
import java.util.List;

/**
 * A way to compress and decompress batches whose speed is measured: Kafka's client code, or the bare library. The
 * buffers of a path serve one slice at a time.
 */
interface CodecPath extends AutoCloseable {
    SpeedCell.Direction compressing(SpeedCell cell);

    SpeedCell.Direction decompressing(SpeedCell cell);

    /**
     * Decodes the batches and allocates room for the results, before timing starts.
     *
     * @param indices of the batches in the cell's sample
     * @param packed the same batches
     */
    Slice prepare(SpeedCell cell, int[] indices, List<PackedBatch> packed);

    /** Batches that are compressed and decompressed during timing, each time from the same bytes. */
    interface Slice {
        /** Compresses each batch once. */
        void compress();

        /** @throws RoundTripException if the result differs from the earlier measurement */
        void verifyCompressed();

        /** Decompresses each batch once. */
        void decompress();

        /**
         * @param repeats how often all were decompressed
         * @throws RoundTripException if the result differs from the original
         */
        void verifyDecompressed(int repeats);
    }

    @Override
    void close();
}
