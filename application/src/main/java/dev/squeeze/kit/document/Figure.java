package dev.squeeze.kit.document;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A named figure of a result, for comparison with other results and with published ones.
 *
 * @param subject an arm, a codec, or a codec with a batch size in bytes
 * @param metric such as {@code ratio}; determines the unit
 * @param title for readers, with the subject and, unless it is obvious, the unit
 */
public record Figure(String subject, String metric, String title, Observed value) {
    /** Collects the figures of one subject; absent values are left out. */
    public static final class Collector {
        private final String subject;
        private final String name;
        private final List<Figure> figures = new ArrayList<>();

        /** @param name of the subject, for readers */
        public Collector(String subject, String name) {
            this.subject = subject;
            this.name = name;
        }

        /** @param words name of the metric in a title */
        public Collector add(String metric, String words, Optional<Observed> value) {
            value.ifPresent(known -> figures.add(new Figure(subject, metric, name + ": " + words, known)));
            return this;
        }

        public List<Figure> figures() {
            return List.copyOf(figures);
        }
    }
}
