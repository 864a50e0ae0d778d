package dev.squeeze.feature.explain;

import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What one field costs, or several together. Costs of fields do not add up: what two fields have in common goes only when both do.
 *
 * @param path such as {@code items[].price}, or in words what it stands for
 * @param fields how many fields with a single value it stands for
 * @param recordShare of the records, those that have it
 * @param rawBytesPerRecord uncompressed, with its name and separator
 * @param rawShare of the records' uncompressed bytes, framing included
 * @param storedBytesPerRecord that the batches are smaller by where it alone is taken out; negative where they grow
 * @param storedShare the same as a share of all stored bytes
 * @param moneyPerMonth for its stored bytes
 * @param floorBytesPerRecord entropy of its values on their own; absent where the sample does not show it
 * @param repeats how much of it is known without it
 * @param examples its most frequent values; empty unless they were asked for
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
