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

/** Parses a time given on the command line. */
final class Moment {
    private static final Pattern BLANK = Pattern.compile("^(\\d{4}-\\d{2}-\\d{2}) +(?=\\d)");
    private static final Pattern UTC = Pattern.compile("(?<=\\d) *UTC$");
    private static final Pattern OFFSET = Pattern.compile("(:\\d{2}(?:[.,]\\d+)?) *([+-]\\d{2}):?(\\d{2})$");

    private Moment() {}

    /**
     * Also accepts the notation of {@code date}, logs and dashboards: a space between date and time, {@code +0100},
     * {@code UTC}.
     */
    private static String iso(String text) {
        String joined = BLANK.matcher(text.strip()).replaceFirst("$1T");
        return OFFSET.matcher(UTC.matcher(joined).replaceFirst("Z")).replaceFirst("$1$2:$3");
    }

    /**
     * @param text a date and time with a zone or in this machine's zone, a date, or a duration before {@code now}
     * @throws UsageException if it is none of these
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
                    flag + " '" + text + "' is not a time: write 2026-11-24T10:00Z, 2026-11-24, or 3d for 3 days ago",
                    e);
        }
    }
}
