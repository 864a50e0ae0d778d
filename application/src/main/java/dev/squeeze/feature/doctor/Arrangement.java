package dev.squeeze.feature.doctor;

import dev.squeeze.kit.unit.KebabCase;
import java.util.Arrays;
import java.util.Iterator;

/** How documents group findings. */
public enum Arrangement {
    /** By topic, topics with the most severe findings first. */
    TOPIC,
    /** By severity, most severe first, regardless of topic. */
    SEVERITY;

    /** The values of {@code --by}, for shell completion. */
    public static final class Labels implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(values()).map(KebabCase::of).iterator();
        }
    }
}
