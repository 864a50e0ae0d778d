package dev.squeeze.engine.drivers;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * The end of a driver's load.
 *
 * @param errors failures in the library's words, with how many records each cost
 * @param sendNanos of the calls that handed records over
 * @param acknowledgeNanos from when a record was due to its acknowledgement
 * @param neverSentNanos of records that were due and not handed over before the load ended: how long they had waited
 */
public record DriverResult(
        DriverCounts counts,
        Map<String, Long> errors,
        Histogram sendNanos,
        Histogram acknowledgeNanos,
        Histogram neverSentNanos) {
    public DriverResult {
        errors = Collections.unmodifiableMap(new TreeMap<>(errors));
    }

    static DriverResult of(JsonNode message) {
        return new DriverResult(
                DriverCounts.of(message),
                DriverMessages.errors(message),
                DriverMessages.histogram(message, "sendNanos"),
                DriverMessages.histogram(message, "acknowledgeNanos"),
                DriverMessages.histogram(message, "neverSentNanos"));
    }
}
