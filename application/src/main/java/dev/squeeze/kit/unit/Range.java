package dev.squeeze.kit.unit;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Checks of numbers specified by users, with a common form of message: {@code --x must be between 1 and 50, got 70}.
 *
 * <p>All bounds are inclusive; a value out of range throws a {@link UsageException}.
 */
public final class Range {
    private Range() {}

    /** @param name the flag or the name of the value, as the user knows it */
    public static void requireBetween(String name, long value, long min, long max) {
        if (value < min || value > max) {
            throw notBetween(name, value, min, max);
        }
    }

    /** NaN is out of every range. */
    public static void requireBetween(String name, double value, double min, double max) {
        if (!(value >= min && value <= max)) {
            throw notBetween(name, Percent.text(value), Percent.text(min), Percent.text(max));
        }
    }

    /** @param value absent values are valid */
    public static void requireBetween(String name, @Nullable Percent value, double min, double max) {
        if (value != null && !(value.hundredths() >= min && value.hundredths() <= max)) {
            throw notBetween(name, value, new Percent(min), new Percent(max));
        }
    }

    public static void requireBetween(String name, Duration value, Duration min, Duration max) {
        if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
            throw notBetween(name, text(value), text(min), text(max));
        }
    }

    public static void requireAtLeast(String name, long value, long min) {
        if (value < min) {
            throw notAtLeast(name, value, min, "");
        }
    }

    /** NaN is rejected. */
    public static void requireAtLeast(String name, double value, double min) {
        if (!(value >= min)) {
            throw notAtLeast(name, Percent.text(value), Percent.text(min), "");
        }
    }

    public static void requireAtLeast(String name, ByteCount value, ByteCount min) {
        if (value.compareTo(min) < 0) {
            throw notAtLeast(name, value, min, "");
        }
    }

    /** @param value a whole number; absent values are valid */
    public static void requireAtLeast(String name, @Nullable Number value, long min) {
        if (value != null) {
            requireAtLeast(name, value.longValue(), min);
        }
    }

    /** @param value absent values are valid */
    public static void requireAboveZero(String name, @Nullable Duration value) {
        if (value != null && (value.isZero() || value.isNegative())) {
            throw notAboveZero(name, text(value));
        }
    }

    /** Infinity and NaN are rejected. */
    public static void requireAboveZero(String name, double value) {
        if (!(value > 0) || Double.isInfinite(value)) {
            throw notAboveZero(name, Percent.text(value));
        }
    }

    public static void requireAtLeast(String name, Duration value, Duration min) {
        requireAtLeast(name, value, min, "");
    }

    /**
     * @param value absent values are valid
     * @param why appended to the message
     */
    public static void requireAtLeast(String name, @Nullable Duration value, Duration min, String why) {
        if (value != null && value.compareTo(min) < 0) {
            throw notAtLeast(name, text(value), text(min), why);
        }
    }

    /** @param value absent values are valid */
    public static void requireAtMost(String name, @Nullable Duration value, Duration max) {
        if (value != null && value.compareTo(max) > 0) {
            throw notAtMost(name, text(value), text(max), "");
        }
    }

    /** @param why appended to the message */
    public static void requireAtMost(String name, ByteCount value, ByteCount max, String why) {
        if (value.compareTo(max) > 0) {
            throw notAtMost(name, value, max, why);
        }
    }

    private static UsageException notBetween(String name, Object value, Object min, Object max) {
        return new UsageException(name + " must be between " + min + " and " + max + ", got " + value);
    }

    private static UsageException notAtLeast(String name, Object value, Object min, String why) {
        return new UsageException(name + " must be at least " + min + ", got " + value + ending(why));
    }

    private static UsageException notAtMost(String name, Object value, Object max, String why) {
        return new UsageException(name + " must be at most " + max + ", got " + value + ending(why));
    }

    private static UsageException notAboveZero(String name, Object value) {
        return new UsageException(name + " must be above 0, got " + value);
    }

    private static String ending(String why) {
        return why.isEmpty() ? "" : ": " + why;
    }

    /** As written in a flag: {@code 500ms}, {@code 10m}. */
    private static String text(Duration value) {
        return value.isZero()
                ? "0s"
                : DurationText.format(value).replace(" ", "").replace("min", "m");
    }
}
