package dev.squeeze.engine.drivers;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a driver read.
 *
 * @param bytes size of keys and values
 * @param disordered records whose offset was not higher than that of the previous record in their partition
 * @param cpuNanos CPU time of the whole process, as reported by the driver
 * @param errors failures by the library's message
 */
public record DriverConsumption(long records, long bytes, long disordered, long cpuNanos, Map<String, Long> errors) {
    public DriverConsumption {
        errors = Collections.unmodifiableMap(new TreeMap<>(errors));
    }

    static DriverConsumption of(JsonNode message) {
        return new DriverConsumption(
                DriverMessages.number(message, "records"),
                DriverMessages.number(message, "bytes"),
                DriverMessages.number(message, "disordered"),
                DriverMessages.number(message, "cpuNanos"),
                DriverMessages.errors(message));
    }
}
