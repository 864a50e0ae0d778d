package dev.squeeze.feature.watch;

import dev.squeeze.kit.unit.DurationText;
import dev.squeeze.kit.unit.UsageException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.regex.Pattern;

/** A moment as people write it. */
final class Moment {
    private static final Pattern BLANK = Pattern.compile("^(\\d{4}-\\d{2}-\\d{2}) +(?=\\d)");
    private static final Pattern UTC = Pattern.compile("(?<=\\d) *UTC$");
    private static final Pattern OFFSET = Pattern.compile("(:\\d{2}(?:[.,]\\d+)?) *([+-]\\d{2}):?(\\d{2})$");

    private Moment() {}

    /** As {@code date}, logs and dashboards write it too: a blank between date and time, {@code +0100}, {@code UTC}. */
    private static String iso(String text) {
        String joined = BLANK.matcher(text.strip()).replaceFirst("$1T");
        return OFFSET.matcher(UTC.matcher(joined).replaceFirst("Z")).replaceFirst("$1$2:$3");
    }

    /**
     * @param text with a zone, without one (this machine's), a date alone, or a duration for so long ago
     * @throws UsageException where it is none of them
     */
    static Instant parse(String flag, String text, Instant now) {
        String iso = iso(text);
        try {
            return OffsetDateTime.parse(iso).toInstant();
        } catch (DateTimeParseException e) {
            // Perhaps without a zone.
        }
        try {
            return LocalDateTime.parse(iso).atZone(ZoneId.systemDefault()).toInstant();
        } catch (DateTimeParseException e) {
            // Perhaps a date.
        }
        try {
            return LocalDate.parse(iso).atStartOfDay(ZoneId.systemDefault()).toInstant();
        } catch (DateTimeParseException e) {
            // Perhaps a duration.
        }
        try {
            return now.minus(DurationText.parse(text));
        } catch (IllegalArgumentException e) {
            throw new UsageException(
                    flag + " '" + text + "' is no time: write 2026-11-24T10:00Z, 2026-11-24, or 3d for so long ago", e);
        }
    }
}
