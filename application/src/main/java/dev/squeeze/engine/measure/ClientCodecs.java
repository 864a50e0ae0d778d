package dev.squeeze.engine.measure;

import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.PackedBatch;
import java.util.List;

/** The codecs of a client library in another language, in a process of their own. An instance serves one thread. */
public interface ClientCodecs extends AutoCloseable {
    /** The library with its version, such as {@code franz-go v1.22.3}. */
    String library();

    /**
     * Compresses the records of each batch as the library's producer does, and decompresses them as its consumer does.
     *
     * @param compressions how often all are compressed while the clock runs, at least once
     * @param decompressions how often all are decompressed
     */
    Outcome run(Codec codec, List<PackedBatch> batches, int compressions, int decompressions);

    /**
     * What became of the batches. Times are CPU time of the whole process, garbage collection included.
     *
     * @param stored of each batch, in order
     * @param compressAllocatedBytes on the library's garbage-collected heap; 0 where it manages memory itself
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
     * @param compressed false where they are sent as they are, since they do not get smaller
     */
    record StoredRecords(byte[] bytes, boolean compressed) {}

    @Override
    void close();
}
