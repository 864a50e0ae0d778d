package dev.squeeze.feature.copy;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Locale;

/** From where on a topic is copied that was not copied before. */
public sealed interface CopyStart {
    /** From the first record that is there. */
    record Earliest() implements CopyStart {}

    /** What comes from now on. */
    record Latest() implements CopyStart {}

    /** From the first record with this timestamp or a later one. */
    record Since(Instant time) implements CopyStart {}

    /**
     * Reads {@code earliest}, {@code latest}, {@code 2026-11-21T10:00:00Z} or milliseconds since 1970.
     *
     * @throws IllegalArgumentException with a message that shows what is expected
     */
    static CopyStart parse(String text) {
        String word = text.strip().toLowerCase(Locale.ROOT);
        if (word.equals("earliest")) {
            return new Earliest();
        }
        if (word.equals("latest")) {
            return new Latest();
        }
        try {
            return new Since(
                    word.matches("\\d{1,18}")
                            ? Instant.ofEpochMilli(Long.parseLong(word))
                            : OffsetDateTime.parse(text.strip()).toInstant());
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "--from takes earliest, latest, a time such as 2026-11-21T10:00:00Z or milliseconds since 1970,"
                            + " not '" + text + "'",
                    e);
        }
    }
}
