package dev.squeeze.engine.encoding;

import java.util.List;
import java.util.Map;

/**
 * Values in one format.
 *
 * @param values in the order of the input; a value that is not a document, or cannot be written in the format and read
 *     back, is unchanged
 * @param losses number of values affected by each loss
 * @param roundTripFailures documents that differed when read back, apart from the listed losses
 */
public record EncodedValues(DataFormat format, List<byte[]> values, Map<Loss, Long> losses, long roundTripFailures) {
    public EncodedValues {
        values = List.copyOf(values);
        losses = Map.copyOf(losses);
    }

    public double bytesPerValue() {
        return values.stream().mapToLong(value -> value.length).sum() / (double) Math.max(1, values.size());
    }
}
