package dev.squeeze.engine.drivers.own;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What messages to a driver have in common, whether it sends or reads. */
final class DriverMessage {
    private DriverMessage() {}

    /** Kafka settings from a message, including its bootstrap servers. */
    static Map<String, Object> settings(JsonNode message) {
        Map<String, Object> settings = new HashMap<>();
        settings.put("bootstrap.servers", message.path("bootstrap").asText());
        message.path("settings")
                .properties()
                .forEach(entry -> settings.put(entry.getKey(), entry.getValue().asText()));
        return settings;
    }

    static List<String> topics(JsonNode message) {
        List<String> topics = new ArrayList<>();
        message.path("topics").forEach(topic -> topics.add(topic.asText()));
        return topics;
    }
}
