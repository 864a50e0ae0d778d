package dev.squeeze.engine.load;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What topics hold, read from the headers of the batches as they lie on the broker.
 *
 * @param records by the headers' counts, or by the offsets where there was too much to look at all
 * @param recordsKept of these, what retention has left, by the offsets where not all were looked at
 * @param recordsLookedAt in the batches that the following figures are of
 * @param batches how many were looked at
 * @param storedBytes of the batches, headers included
 * @param uncompressedBytes what the same batches would take uncompressed, headers included
 * @param batchesByCodec by the codec that the headers name
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

    /** Uncompressed over stored. */
    public double ratio() {
        return storedBytes == 0 ? 1 : (double) uncompressedBytes / storedBytes;
    }

    public double recordsPerBatch() {
        return batches == 0 ? 0 : (double) recordsLookedAt / batches;
    }
}
