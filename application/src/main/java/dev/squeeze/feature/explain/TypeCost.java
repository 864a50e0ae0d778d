package dev.squeeze.feature.explain;

import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.List;

/**
 * A type of record in a topic with several.
 *
 * @param recordShare share of all records that are of this type
 * @param rawBytesPerRecord uncompressed bytes of a record of this type, including framing
 * @param rawShare share of all uncompressed bytes
 * @param storedBytesPerRecord by which batches shrink without these records, per record of all types
 * @param storedShare share of all stored bytes
 * @param ownFields paths of fields that occur almost only in these records
 */
public record TypeCost(
        double recordShare,
        double rawBytesPerRecord,
        double rawShare,
        ConfidenceInterval storedBytesPerRecord,
        double storedShare,
        List<String> ownFields) {
    public TypeCost {
        ownFields = List.copyOf(ownFields);
    }
}
