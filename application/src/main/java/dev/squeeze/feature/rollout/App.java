package dev.squeeze.feature.rollout;

import dev.squeeze.engine.load.Payload;
import java.util.Map;
import java.util.TreeMap;

/**
 * An application of the rehearsal: one producer that sends real records to a topic of its own.
 *
 * @param team that it belongs to
 * @param source of its records
 * @param recordsPerSecond that it sends
 * @param settings of its producer before the rollout
 */
record App(
        String topic,
        String team,
        String clientId,
        String source,
        Payload payload,
        double recordsPerSecond,
        Map<String, String> settings) {
    App {
        settings = new TreeMap<>(settings);
    }
}
