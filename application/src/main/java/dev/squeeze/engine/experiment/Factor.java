package dev.squeeze.engine.experiment;

import dev.squeeze.engine.load.LoadSettings;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A setting that is varied.
 *
 * @param name Kafka's name if there is one, such as {@code batch.size}
 * @param levels at least one, with distinct labels
 */
public record Factor(String name, List<Level> levels) {
    public Factor {
        levels = List.copyOf(levels);
        if (levels.isEmpty()) {
            throw new IllegalArgumentException("the factor " + name + " has no value");
        }
    }

    /**
     * One value of a factor.
     *
     * @param label the value as a user would write it
     * @param apply how it changes the settings
     */
    public record Level(String label, UnaryOperator<LoadSettings> apply) {}

    boolean isVaried() {
        return levels.size() > 1;
    }
}
