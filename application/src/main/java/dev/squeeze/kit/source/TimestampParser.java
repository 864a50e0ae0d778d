package dev.squeeze.kit.source;

import java.time.LocalDate;
import java.time.YearMonth;
import java.util.OptionalLong;

/**
 * Parses common formats of timestamps. Hand-written because it runs once per record: java.time's parsers throw an
 * exception for each text that they cannot parse.
 *
 * <p>A number is seconds, milliseconds, microseconds or nanoseconds since the epoch, distinguished by its magnitude:
 * below 10^11 seconds (until the year 5138), below 10^14 milliseconds (from March 1973), below 10^17 microseconds, else
 * nanoseconds. A date with a time follows ISO 8601, with {@code T} or a space between them and a point or a comma
 * before the fraction; without a zone it is UTC. A date without a time is midnight. Times before 1970 are rejected,
 * since Kafka rejects negative timestamps (ProducerRecord's constructor).
 */
public final class TimestampParser {
    private static final double SECONDS_BELOW = 1e11;
    private static final double MILLIS_BELOW = 1e14;
    private static final double MICROS_BELOW = 1e17;
    /** Longer than any of the formats above; avoids parsing a megabyte of digits. */
    private static final int MAX_TEXT_LENGTH = 64;

    private static final long SECONDS_PER_DAY = 86_400;

    private final String text;
    private int at;

    private TimestampParser(String text) {
        this.text = text;
    }

    /** @return milliseconds since the epoch, rounded down, or empty if the text is not a time since 1970 */
    public static OptionalLong millis(String raw) {
        if (raw.length() > MAX_TEXT_LENGTH) {
            return OptionalLong.empty();
        }
        TimestampParser parser = new TimestampParser(raw.strip());
        boolean dated = parser.text.length() > 4 && parser.text.charAt(4) == '-';
        long millis = dated ? parser.dateTime() : parser.number();
        return millis < 0 ? OptionalLong.empty() : OptionalLong.of(millis);
    }

    /** @return milliseconds, or negative if the text is not such a number */
    private long number() {
        long whole = 0;
        int from = at;
        for (int digit = digit(); digit >= 0; digit = digit()) {
            if (at - from > 19 || whole > (Long.MAX_VALUE - digit) / 10) {
                return -1;
            }
            whole = whole * 10 + digit;
        }
        if (at == from) {
            return -1;
        }
        if (text.indexOf('e') > 0 || text.indexOf('E') > 0) {
            return scientific();
        }
        long fractionMillis = fractionMillis(false);
        if (fractionMillis < 0 || at < text.length()) {
            return -1;
        }
        if (whole < SECONDS_BELOW) {
            return whole * 1000 + fractionMillis;
        }
        if (whole < MILLIS_BELOW) {
            return whole;
        }
        return whole < MICROS_BELOW ? whole / 1000 : whole / 1_000_000;
    }

    /** Java and JavaScript write large decimals as {@code 1.514804401123E9}. */
    private long scientific() {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if ((c < '0' || c > '9') && "+-.eE".indexOf(c) < 0) {
                return -1;
            }
        }
        double value;
        try {
            value = Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return -1;
        }
        if (value < SECONDS_BELOW) {
            return Math.round(value * 1000);
        }
        if (value < MILLIS_BELOW) {
            return (long) value;
        }
        double millis = value < MICROS_BELOW ? value / 1000 : value / 1_000_000;
        return millis < MILLIS_BELOW ? (long) millis : -1;
    }

    /** @return milliseconds, or negative if the text is not such a date */
    private long dateTime() {
        int year = digits(4);
        boolean dashed = accept('-');
        int month = digits(2);
        dashed &= accept('-');
        int day = digits(2);
        if (!dashed || year < 1970 || month < 1 || month > 12 || day < 1) {
            return -1;
        }
        if (day > 28 && day > YearMonth.of(year, month).lengthOfMonth()) {
            return -1;
        }
        long dayMillis = LocalDate.of(year, month, day).toEpochDay() * SECONDS_PER_DAY * 1000;
        if (at == text.length()) {
            return dayMillis;
        }
        if (!accept('T') && !accept('t') && !accept(' ')) {
            return -1;
        }
        long timeMillis = timeMillis();
        long zoneSeconds = zoneSeconds();
        if (timeMillis < 0 || zoneSeconds == Long.MIN_VALUE || at < text.length()) {
            return -1;
        }
        return dayMillis + timeMillis - zoneSeconds * 1000;
    }

    private long timeMillis() {
        int hour = digits(2);
        boolean minuteFollows = accept(':');
        int minute = digits(2);
        if (!minuteFollows || hour < 0 || hour > 23 || minute < 0 || minute > 59) {
            return -1;
        }
        long minuteMillis = (hour * 60L + minute) * 60_000;
        if (!accept(':')) {
            return minuteMillis;
        }
        int second = digits(2);
        long fractionMillis = fractionMillis(true);
        // 60 is a leap second, which counts as the first second of the next minute, as in POSIX time.
        if (second < 0 || second > 60 || fractionMillis < 0) {
            return -1;
        }
        return minuteMillis + second * 1000L + fractionMillis;
    }

    /** @return the offset from UTC, 0 if there is none, Long.MIN_VALUE if it is invalid */
    private long zoneSeconds() {
        while (at < text.length() && peek() == ' ') {
            at++;
        }
        String rest = text.substring(at);
        if (rest.isEmpty() || rest.equalsIgnoreCase("Z") || rest.equals("UTC") || rest.equals("GMT")) {
            at = text.length();
            return 0;
        }
        boolean east = accept('+');
        if (!east && !accept('-')) {
            return Long.MIN_VALUE;
        }
        int hours = digits(2);
        boolean colon = accept(':');
        int minutes = at == text.length() && !colon ? 0 : digits(2);
        // ISO offsets go to 18 hours in java.time.ZoneOffset.
        if (hours < 0 || hours > 18 || minutes < 0 || minutes > 59) {
            return Long.MIN_VALUE;
        }
        long seconds = hours * 3600L + minutes * 60L;
        return east ? seconds : -seconds;
    }

    /** @return 0 if there is no fraction, negative if no digits follow the point */
    private long fractionMillis(boolean commaToo) {
        if (!accept('.') && !(commaToo && accept(','))) {
            return 0;
        }
        int from = at;
        long millis = 0;
        int scale = 100;
        for (int digit = digit(); digit >= 0; digit = digit()) {
            millis += (long) digit * scale;
            scale /= 10;
        }
        return at == from ? -1 : millis;
    }

    /** @return that many digits as a number, or negative if there are fewer */
    private int digits(int count) {
        int number = 0;
        for (int i = 0; i < count; i++) {
            int digit = digit();
            if (digit < 0) {
                return -1;
            }
            number = number * 10 + digit;
        }
        return number;
    }

    private int digit() {
        if (at >= text.length() || peek() < '0' || peek() > '9') {
            return -1;
        }
        return text.charAt(at++) - '0';
    }

    private boolean accept(char wanted) {
        if (at < text.length() && peek() == wanted) {
            at++;
            return true;
        }
        return false;
    }

    private char peek() {
        return text.charAt(at);
    }
}
