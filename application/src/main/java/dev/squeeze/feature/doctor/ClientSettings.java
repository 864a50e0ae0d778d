package dev.squeeze.feature.doctor;

import java.util.Map;
import java.util.Optional;

/**
 * What the user gave of clients, as in their own configuration files.
 *
 * @param producer settings of a producer; empty where none were given
 * @param consumer settings of a consumer
 */
public record ClientSettings(Optional<Map<String, String>> producer, Optional<Map<String, String>> consumer) {
    public static final ClientSettings NONE = new ClientSettings(Optional.empty(), Optional.empty());

    public ClientSettings {
        producer = producer.map(Map::copyOf);
        consumer = consumer.map(Map::copyOf);
    }

    Optional<String> ofProducer(String key) {
        return producer.map(settings -> settings.get(key));
    }

    Optional<String> ofConsumer(String key) {
        return consumer.map(settings -> settings.get(key));
    }
}
