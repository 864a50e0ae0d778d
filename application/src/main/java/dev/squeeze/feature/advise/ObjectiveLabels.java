package dev.squeeze.feature.advise;

import java.util.Arrays;
import java.util.Iterator;
import java.util.Locale;

/** The values of {@code --optimize}, for completion in shells. */
public final class ObjectiveLabels implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
        return Arrays.stream(Objective.values()).map(ObjectiveLabels::label).iterator();
    }

    /** @throws IllegalArgumentException if there is no such objective */
    public static Objective parse(String label) {
        return Arrays.stream(Objective.values())
                .filter(objective -> label(objective).equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "unknown objective '" + label + "' (cost, cpu, network, latency or balanced)"));
    }

    private static String label(Objective objective) {
        return objective.name().toLowerCase(Locale.ROOT);
    }
}
