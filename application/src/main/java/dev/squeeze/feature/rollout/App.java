package dev.squeeze.feature.rollout;

import dev.squeeze.engine.load.Payload;
import java.util.Map;
import java.util.TreeMap;

/**
 * An application in the rehearsal: one producer that sends real records to its own topic.
 *
 * @param team the team that owns it
 * @param source where its records are from
 * @param recordsPerSecond its send rate
 * @param settings settings of its producer before the rollout
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
