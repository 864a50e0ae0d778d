package dev.squeeze.benchmarks.compatibility;

import java.util.Map;
import java.util.TreeMap;

/**
 * The column of one implementation.
 *
 * @param name of the implementation
 * @param date when it was run
 * @param unwritten what Kafka's own clients could not write there, with the reason
 * @param outcomes by the check's title; empty if the broker did not start
 */
record Examined(String name, String date, Map<String, String> unwritten, Map<String, Outcome> outcomes) {
    Examined {
        unwritten = new TreeMap<>(unwritten);
        outcomes = Map.copyOf(outcomes);
    }
}
