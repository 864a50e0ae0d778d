package dev.squeeze.engine.drivers;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * The result of a driver's load.
 *
 * @param errors number of records by the library's message for their failure
 * @param sendNanos duration of the calls to send records
 * @param acknowledgeNanos time from when a record was due to its acknowledgement
 * @param neverSentNanos for records that were due and not sent before the load ended: how long they had waited
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
