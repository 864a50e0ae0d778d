package dev.squeeze.kit.unit;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: {@code 60s}, {@code 5ms}, {@code 7d}. */
public final class DurationText {
    private static final Pattern TEXT = Pattern.compile("\\s*(\\d+(?:\\.\\d+)?)\\s*(ms|s|m|min|h|d|w)\\s*");

    private DurationText() {}

    /**
     * Parses a number with one of the units ms, s, m (or min), h, d, w.
     *
     * @throws IllegalArgumentException with a message that shows what is expected
     */
    public static Duration parse(String text) {
        Matcher matcher = TEXT.matcher(text.toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            if (text.matches("\\s*\\d+(\\.\\d+)?\\s*")) {
                String number = text.strip();
                throw new IllegalArgumentException("not a duration: '" + text + "' has no unit (write " + number + "s, "
                        + number + "ms, " + number + "m or " + number + "h)");
            }
            throw new IllegalArgumentException("not a duration: '" + text + "' (write 20ms, 60s, 5m, 12h or 7d)");
        }
        double millisPerUnit =
                switch (matcher.group(2)) {
                    case "ms" -> 1;
                    case "s" -> 1_000;
                    case "m", "min" -> 60_000;
                    case "h" -> 3_600_000;
                    case "d" -> 86_400_000;
                    default -> 7 * 86_400_000.0;
                };
        double millis = Double.parseDouble(matcher.group(1)) * millisPerUnit;
        if (millis >= Long.MAX_VALUE / 1e6) {
            throw new IllegalArgumentException("a duration longer than 292 years: '" + text + "'");
        }
        return Duration.ofNanos(Math.round(millis * 1e6));
    }

    /** In the largest unit that gives a whole number: {@code 7 d}, {@code 90 s}, {@code 20 ms}. */
    public static String format(Duration duration) {
        double millis = duration.toNanos() / 1e6;
        double[] factors = {86_400_000, 3_600_000, 60_000, 1_000, 1};
        String[] units = {"d", "h", "min", "s", "ms"};
        for (int i = 0; i < factors.length; i++) {
            double value = millis / factors[i];
            if (value >= 1 && Math.abs(value - Math.rint(value)) < 1e-9) {
                return Math.round(value) + " " + units[i];
            }
        }
        return String.format(
                Locale.ROOT, millis >= 1_000 ? "%.1f s" : "%.3g ms", millis >= 1_000 ? millis / 1_000 : millis);
    }

    /**
     * Rounded to whole units, of the largest unit that fits at least twice: {@code 40 s}, {@code 90 min}, {@code 3 d}.
     */
    public static String roughly(double seconds) {
        double[] factors = {86_400, 3_600, 60, 1};
        String[] units = {"d", "h", "min", "s"};
        for (int i = 0; i < factors.length; i++) {
            if (seconds >= 2 * factors[i]) {
                return Math.round(seconds / factors[i]) + " " + units[i];
            }
        }
        return format(Duration.ofMillis(Math.round(1_000 * seconds)));
    }
}
