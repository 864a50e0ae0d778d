package dev.squeeze.engine.experiment;

import dev.squeeze.engine.load.LoadSettings;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Something that is varied.
 *
 * @param name Kafka's own where it has one, such as {@code batch.size}
 * @param levels at least one, each with a label of its own
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
     * @param label the value as the user would write it
     * @param apply what it changes
     */
    public record Level(String label, UnaryOperator<LoadSettings> apply) {}

    boolean isVaried() {
        return levels.size() > 1;
    }
}
