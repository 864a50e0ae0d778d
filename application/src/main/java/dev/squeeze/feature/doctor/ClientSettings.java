package dev.squeeze.feature.doctor;

import dev.squeeze.kit.unit.UsageException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Client settings that the user gave, as in the clients' configuration files.
 *
 * @param producer settings of a producer; empty if not given
 * @param consumer settings of a consumer; empty if not given
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

    /** @throws UsageException if it is not a number */
    OptionalDouble numberOfProducer(String key) {
        return number(key, ofProducer(key));
    }

    /** @throws UsageException if it is not a number */
    OptionalDouble numberOfConsumer(String key) {
        return number(key, ofConsumer(key));
    }

    private static OptionalDouble number(String key, Optional<String> text) {
        try {
            return text.isEmpty()
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(Double.parseDouble(text.get().strip()));
        } catch (NumberFormatException e) {
            throw new UsageException(key + " must be a number, got '" + text.orElse("") + "'", e);
        }
    }
}
