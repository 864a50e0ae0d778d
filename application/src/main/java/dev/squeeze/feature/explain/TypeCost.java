package dev.squeeze.feature.explain;

import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.List;

/**
 * A type of the records that share a topic.
 *
 * @param recordShare of all records, those of this type
 * @param rawBytesPerRecord uncompressed, of a record of this type, framing included
 * @param rawShare of all uncompressed bytes
 * @param storedBytesPerRecord by which the batches are smaller without these records, over all records
 * @param storedShare of all stored bytes
 * @param ownFields paths of fields that nearly only these records have
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
