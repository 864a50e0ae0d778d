package dev.squeeze.engine.encoding;

import java.util.List;
import java.util.Map;

/**
 * Values in one format.
 *
 * @param values in the order of those that came in; one that cannot be written in the format and read back, and one that is no
 *     document, is as it was
 * @param losses how many values each concerns
 * @param roundTripFailures documents that did not come back as they went in, up to the listed losses
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
