package dev.squeeze.engine.drivers;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a driver read.
 *
 * @param bytes of keys and values
 * @param disordered records whose offset was not above that of the one before in their partition
 * @param cpuNanos of the whole process, as it reports it
 * @param errors failures in the library's words
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
