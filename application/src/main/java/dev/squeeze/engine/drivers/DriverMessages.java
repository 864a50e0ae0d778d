package dev.squeeze.engine.drivers;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** Reads fields of a driver's messages. A driver may be any program, so everything is checked. */
final class DriverMessages {
    private static final int SIGNIFICANT_DIGITS = 3;

    private DriverMessages() {}

    /**
     * Reads a 64-bit integer.
     *
     * @throws DriverException if it is missing
     */
    static long number(JsonNode message, String name) {
        JsonNode number = message.path(name);
        if (!number.isIntegralNumber() || !number.canConvertToLong()) {
            throw new DriverException("the driver's " + message.path("type").asText("message")
                    + " has no integer named " + name + ": see docs/clients.md for the protocol");
        }
        return number.asLong();
    }

    /** Empty if the message names no errors. */
    static Map<String, Long> errors(JsonNode message) {
        Map<String, Long> errors = new TreeMap<>();
        for (JsonNode error : message.path("errors")) {
            errors.merge(error.path("name").asText("unknown"), number(error, "count"), Long::sum);
        }
        return errors;
    }

    /** Empty if the message has none. */
    static Histogram histogram(JsonNode message, String name) {
        Histogram histogram = new Histogram(SIGNIFICANT_DIGITS);
        histogram.setAutoResize(true);
        for (JsonNode pair : message.path(name)) {
            if (pair.size() != 2 || pair.get(0).asLong(-1) < 0 || pair.get(1).asLong(-1) < 0) {
                throw new DriverException("the driver's " + name
                        + " is not a list of [value, count]: see docs/clients.md for the protocol");
            }
            histogram.recordValueWithCount(pair.get(0).asLong(), pair.get(1).asLong());
        }
        return histogram;
    }
}
