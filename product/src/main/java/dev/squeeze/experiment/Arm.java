package dev.squeeze.experiment;

import dev.squeeze.load.LoadSettings;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One combination of the factors.
 *
 * @param label what tells it from the other arms, such as {@code zstd:3, batch.size=65536}
 * @param levels the value of every factor by name
 * @param settings what is run
 */
public record Arm(String label, Map<String, String> levels, LoadSettings settings) {
    public Arm {
        levels = Collections.unmodifiableMap(new LinkedHashMap<>(levels));
    }
}
