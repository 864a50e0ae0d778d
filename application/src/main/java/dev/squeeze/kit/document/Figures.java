package dev.squeeze.kit.document;

import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.unit.Ratio;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Formats numbers for readers. */
public final class Figures {
    private static final Pattern PRECISION = Pattern.compile("\\.(\\d)f");
    private static final Pattern NEGATIVE_ZERO = Pattern.compile("-0(\\.0+)?");

    /** Smaller absolute values are shown as zero. */
    private static final double LEAST = 1e-9;
    /** Smaller differences are shown as none. */
    private static final double LEAST_DIFFERENCE = 0.0005;

    private Figures() {}

    /** {@link String#format}, independent of the machine's locale. */
    public static String say(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    /** {@code 1 load} or {@code 2,804 loads}. */
    public static String count(long number, String thing) {
        return say("%,d %s%s", number, thing, number == 1 ? "" : "s");
    }

    /** Whole per cents, or tenths below 1: {@code 0.4 %}. Values that round to zero have no sign. */
    public static String roundPercent(double percent) {
        String text = say(Math.abs(percent) >= 0.95 ? "%.0f %%" : "%.1f %%", percent);
        return text.equals("0.0 %") || text.equals("-0.0 %") ? "0 %" : text;
    }

    /**
     * Three significant digits, or whole numbers with thousands separators; two significant digits below 0.1. Less than a billionth
     * is considered a rounding error and shown as 0.
     */
    public static String number(double value) {
        double size = Math.abs(value);
        if (size < LEAST) {
            return "0";
        }
        if (size >= 100) {
            return say("%,.0f", value);
        }
        if (size >= 0.01) {
            return say(size >= 10 ? "%.1f" : size >= 0.1 ? "%.2f" : "%.3f", value);
        }
        return say("%." + (1 - (int) Math.floor(Math.log10(size))) + "f", value);
    }

    /** A difference with its sign, such as {@code +0.034}; zero has no sign. */
    public static String signed(double difference) {
        String size = number(Math.abs(difference));
        return size.equals("0") ? size : (difference > 0 ? "+" : "-") + size;
    }

    /** An amount of money: whole from 10 on, with two decimals below. */
    public static String money(double amount) {
        return money(amount, amount);
    }

    /** An amount of money with as many decimals as another one, such as the end of an interval with those of its estimate. */
    public static String money(double amount, double as) {
        return withoutNegativeZero(say(Math.abs(as) >= 10 || amount == 0 ? "%,.0f" : "%,.2f", amount));
    }

    private static String withoutNegativeZero(String number) {
        return NEGATIVE_ZERO.matcher(number).matches() ? number.substring(1) : number;
    }

    /** Shown if the interval is wider than the figure, so that no digit of it is known. */
    public static final String UNKNOWN = "unknown";

    /**
     * A figure with as many significant digits as its interval justifies, at least two; {@link #UNKNOWN} if the interval is as wide
     * as the figure.
     *
     * @param format with all digits, such as {@code %,.2f}
     */
    public static String uncertain(String format, double value, double relativeHalfWidth) {
        if (relativeHalfWidth >= 1) {
            return UNKNOWN;
        }
        Matcher precision = PRECISION.matcher(format);
        if (value == 0 || relativeHalfWidth <= 0 || !precision.find()) {
            return say(format, value);
        }
        int digits = Math.max(2, 1 + (int) Math.ceil(-Math.log10(relativeHalfWidth)));
        int before = 1 + (int) Math.floor(Math.log10(Math.abs(value)));
        int decimals = Math.min(Integer.parseInt(precision.group(1)), Math.max(0, digits - before));
        double unit = Math.pow(10, Math.max(0, before - digits));
        // A unit above 1 leaves no decimals; in that case the figure itself is rounded.
        double rounded = unit > 1 ? Math.round(value / unit) * unit : value;
        return say(precision.replaceFirst("." + decimals + "f"), rounded);
    }

    /** For axis labels: no more digits than needed, and M for millions. */
    public static String axis(double value) {
        double size = Math.abs(value);
        if (size >= 1e6) {
            return trimmed(value / 1e6) + "M";
        }
        return size >= 1_000 ? say("%,.0f", value) : trimmed(value);
    }

    private static String trimmed(double value) {
        String text = say(Math.abs(value) >= 1 ? "%.2f" : "%.4f", value);
        return text.replaceAll("\\.?0+$", "").replaceAll("^-0$", "0");
    }

    public static String ratio(ConfidenceInterval ratio) {
        return new Ratio(ratio.estimate()).toString();
    }

    /** {@code exact}, or the half width in per cent such as {@code ±0.8 %}; above 100 % its size is not shown. */
    public static String halfWidth(ConfidenceInterval interval) {
        if (interval.exact()) {
            return "exact";
        }
        return interval.relativeHalfWidth() > 1 ? "±>100 %" : percent(interval.relativeHalfWidth());
    }

    public static String percent(double fraction) {
        double percent = 100 * fraction;
        return String.format(
                Locale.ROOT, percent >= 10 ? "±%.0f %%" : percent >= 0.1 ? "±%.1f %%" : "±%.2f %%", percent);
    }

    /** For example {@code -61 %}, {@code +4 %} or {@code 19x}. */
    public static String change(double before, double after) {
        if (before == 0) {
            return after == 0 ? "same" : "new";
        }
        double percent = 100 * (after / before - 1);
        if (Math.abs(percent) < 0.5) {
            return "same";
        }
        if (percent > 900) {
            return say("%,.0fx", after / before);
        }
        return say("%+.0f %%", percent);
    }

    /**
     * The change of a value that hardly matters if it is tiny: in per cent, or as a difference such as {@code +0.034}.
     *
     * @param notable if one of the values is below it, the difference is shown
     */
    public static String change(double before, double after, double notable) {
        if (Math.abs(before) >= notable && Math.abs(after) >= notable) {
            return change(before, after);
        }
        double difference = after - before;
        return Math.abs(difference) < LEAST_DIFFERENCE ? "same" : signed(difference);
    }
}
