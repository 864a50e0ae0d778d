package dev.squeeze.feature.copy;

import dev.squeeze.kit.unit.UsageException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Locale;

/** Where a new copy starts. */
public sealed interface CopyStart {
    /** The first record of each partition. */
    record Earliest() implements CopyStart {}

    /** The current end of each partition: only records added from now on. */
    record Latest() implements CopyStart {}

    /** The first record with this timestamp or later. */
    record Since(Instant time) implements CopyStart {}

    /**
     * Reads {@code earliest}, {@code latest}, {@code 2026-11-21T10:00:00Z} or milliseconds since 1970.
     *
     * @throws UsageException with a message that shows what is expected
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
            throw new UsageException(
                    "--from must be earliest, latest, a time such as 2026-11-21T10:00:00Z or milliseconds since 1970,"
                            + " got '" + text + "'",
                    e);
        }
    }
}
