package dev.squeeze.feature.advise;

import dev.squeeze.kit.unit.KebabCase;
import java.util.Arrays;
import java.util.Iterator;

/** Where compression may change. */
public enum Change {
    /** The producers' settings. */
    PRODUCER,
    /** The topic's {@code compression.type}: producers stay as they are, and brokers compress. */
    TOPIC,
    /** Either. */
    ANY;

    boolean producers() {
        return this != TOPIC;
    }

    boolean topic() {
        return this != PRODUCER;
    }

    /** The value of {@code --change}. */
    String label() {
        return KebabCase.of(this);
    }

    /** @throws IllegalArgumentException if there is no such place */
    public static Change parse(String label) {
        return Arrays.stream(values())
                .filter(change -> change.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "'" + label + "' is not something that can change: give producer, topic or any"));
    }

    /** The values of {@code --change}, for completion in shells. */
    static final class Labels implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(values()).map(Change::label).iterator();
        }
    }
}
