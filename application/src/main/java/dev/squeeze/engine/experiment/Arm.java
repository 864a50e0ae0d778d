package dev.squeeze.engine.experiment;

import dev.squeeze.engine.load.ConsumerSettings;
import dev.squeeze.engine.load.LoadProfile;
import dev.squeeze.engine.load.LoadSettings;
import dev.squeeze.engine.predict.ProducerSettings;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * One combination of factor levels.
 *
 * @param label that no other arm has, such as {@code zstd:3, batch.size=65536}
 * @param levels the level of each factor, by the factor's name
 * @param settings the settings to run
 */
public record Arm(String label, Map<String, String> levels, LoadSettings settings) {
    public Arm {
        levels = Collections.unmodifiableMap(new LinkedHashMap<>(levels));
    }

    /**
     * The simplest load: one producer with one thread, acks=all, one topic with a replication factor of 1, and one
     * consumer at the same time.
     *
     * @param label that no other arm has
     */
    public static Arm ofOneProducer(String label, ProducerSettings settings, int partitions, LoadProfile profile) {
        Map<String, String> properties = new TreeMap<>(settings.toProperties());
        properties.put("acks", "all");
        return new Arm(
                label,
                Map.of("load", label),
                new LoadSettings(
                        properties,
                        1,
                        1,
                        1,
                        partitions,
                        1,
                        Map.of(),
                        profile,
                        ConsumerSettings.one(ConsumerSettings.When.CONCURRENT)));
    }
}
