package dev.squeeze.feature.doctor;

import dev.squeeze.kit.unit.KebabCase;
import java.util.Arrays;
import java.util.Iterator;

/** What findings are grouped by where people read them. */
public enum Arrangement {
    /** All that concerns a topic together, the topics with the most severe findings first. */
    TOPIC,
    /** The most severe findings first, of whatever topic. */
    SEVERITY;

    /** The words for {@code --by}, as shells offer them. */
    public static final class Labels implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(values()).map(KebabCase::of).iterator();
        }
    }
}
