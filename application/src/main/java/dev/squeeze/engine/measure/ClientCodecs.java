package dev.squeeze.engine.measure;

import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.PackedBatch;
import java.util.List;

/** The codecs of a client library in another language, running in a separate process. An instance serves one thread. */
public interface ClientCodecs extends AutoCloseable {
    /** The library with its version, such as {@code franz-go v1.22.3}. */
    String library();

    /**
     * Compresses the records of each batch like the library's producer, and decompresses them like its consumer.
     *
     * @param compressions how often all batches are compressed during timing, at least once
     * @param decompressions how often all batches are decompressed during timing
     */
    Outcome run(Codec codec, List<PackedBatch> batches, int compressions, int decompressions);

    /**
     * The result of a run. Times are CPU times of the whole process, including garbage collection.
     *
     * @param stored for each batch, in order
     * @param compressAllocatedBytes on the library's garbage-collected heap; 0 if it manages memory itself
     */
    record Outcome(
            List<StoredRecords> stored,
            long compressNanos,
            long decompressNanos,
            long compressAllocatedBytes,
            long decompressAllocatedBytes) {}

    /**
     * The records of a batch as the library sends them.
     *
     * @param compressed false if they are sent uncompressed because compression does not make them smaller
     */
    record StoredRecords(byte[] bytes, boolean compressed) {}

    @Override
    void close();
}
