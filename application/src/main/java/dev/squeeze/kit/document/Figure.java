package dev.squeeze.kit.document;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A figure of a result by name, so that results can be compared with one another and with what others published.
 *
 * @param subject what it is a figure of: an arm, a codec, or a codec and the bytes of a batch
 * @param metric such as {@code ratio}, in a unit that depends on it alone
 * @param title for readers, with the subject and, unless it is plain, the unit
 */
public record Figure(String subject, String metric, String title, Observed value) {
    /** Collects the figures of one subject; values that are absent are left out. */
    public static final class Collector {
        private final String subject;
        private final String name;
        private final List<Figure> figures = new ArrayList<>();

        /** @param name of the subject for readers */
        public Collector(String subject, String name) {
            this.subject = subject;
            this.name = name;
        }

        /** @param words what the metric is called in a title */
        public Collector add(String metric, String words, Optional<Observed> value) {
            value.ifPresent(known -> figures.add(new Figure(subject, metric, name + ": " + words, known)));
            return this;
        }

        public List<Figure> figures() {
            return List.copyOf(figures);
        }
    }
}
