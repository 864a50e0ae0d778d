package dev.squeeze.feature.explain;

import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The cost of one field, or of several together. Costs of fields do not add up: what two fields have in common is saved
 * only if both are removed.
 *
 * @param path such as {@code items[].price}, or a description of what is included
 * @param fields number of fields with a single value
 * @param recordShare share of the records that have it
 * @param rawBytesPerRecord uncompressed, including its name and separator
 * @param rawShare share of the records' uncompressed bytes, framing included
 * @param storedBytesPerRecord by which batches shrink if only this is removed; negative if they grow
 * @param storedShare the same as a share of all stored bytes
 * @param moneyPerMonth for its stored bytes
 * @param floorBytesPerRecord entropy of its values by themselves; absent if the sample does not show it
 * @param repeats how redundant it is
 * @param examples its most frequent values; empty unless requested
 */
public record FieldCost(
        String path,
        ValueKind kind,
        int fields,
        double recordShare,
        double rawBytesPerRecord,
        double rawShare,
        ConfidenceInterval storedBytesPerRecord,
        double storedShare,
        ConfidenceInterval moneyPerMonth,
        OptionalDouble floorBytesPerRecord,
        Repeats repeats,
        List<String> examples) {
    public FieldCost {
        examples = List.copyOf(examples);
    }
}
