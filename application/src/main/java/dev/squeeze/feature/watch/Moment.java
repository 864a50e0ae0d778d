package dev.squeeze.feature.watch;

import dev.squeeze.kit.unit.DurationText;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;

/** A moment as people write it. */
final class Moment {
    private Moment() {}

    /**
     * @param text with a zone, without one (this machine's), a date alone, or a duration for so long ago
     * @throws IllegalArgumentException where it is none of them
     */
    static Instant parse(String flag, String text, Instant now) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException e) {
            // Perhaps without a zone.
        }
        try {
            return LocalDateTime.parse(text).atZone(ZoneId.systemDefault()).toInstant();
        } catch (DateTimeParseException e) {
            // Perhaps a date.
        }
        try {
            return LocalDate.parse(text).atStartOfDay(ZoneId.systemDefault()).toInstant();
        } catch (DateTimeParseException e) {
            // Perhaps a duration.
        }
        try {
            return now.minus(DurationText.parse(text));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    flag + " '" + text + "' is no time: write 2026-11-24T10:00Z, 2026-11-24, or 3d for so long ago", e);
        }
    }
}
