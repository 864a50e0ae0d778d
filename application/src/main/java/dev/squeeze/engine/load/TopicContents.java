package dev.squeeze.engine.load;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Contents of topics, read from the headers of the batches as stored by the broker.
 *
 * @param records number of records written, by batch headers, or by offsets if there was too much data to read all of
 *     it
 * @param recordsKept how many of these have not been deleted by retention, by offsets if not all were read
 * @param recordsLookedAt records in the batches that the following figures cover
 * @param batches number of batches that were read
 * @param storedBytes size of these batches, headers included
 * @param uncompressedBytes size that the same batches would have uncompressed, headers included
 * @param batchesByCodec number of batches by the codec in their headers
 */
public record TopicContents(
        long records,
        long recordsKept,
        long recordsLookedAt,
        long batches,
        long storedBytes,
        long uncompressedBytes,
        Map<String, Long> batchesByCodec) {
    public TopicContents {
        batchesByCodec = Collections.unmodifiableMap(new TreeMap<>(batchesByCodec));
    }

    /** Uncompressed size divided by stored size. */
    public double ratio() {
        return storedBytes == 0 ? 1 : (double) uncompressedBytes / storedBytes;
    }

    public double recordsPerBatch() {
        return batches == 0 ? 0 : (double) recordsLookedAt / batches;
    }
}
