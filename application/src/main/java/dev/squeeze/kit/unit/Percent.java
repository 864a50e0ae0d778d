package dev.squeeze.kit.unit;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A percentage specified in a flag; valid ranges are checked by the flag.
 *
 * @param hundredths 5 for five per cent
 */
public record Percent(double hundredths) {
    private static final Pattern TEXT = Pattern.compile("\\s*([+-]?\\d+(?:\\.\\d+)?)\\s*%?\\s*");

    /**
     * Parses {@code 5} or {@code 5%}.
     *
     * @throws IllegalArgumentException with a message that shows what is expected
     */
    public static Percent parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not a percentage: '" + text + "' (write 5 or 5%)");
        }
        return new Percent(Double.parseDouble(matcher.group(1)));
    }

    /** As a fraction of one. */
    public double share() {
        return hundredths / 100;
    }

    /** As written in a flag: {@code 5%}. */
    @Override
    public String toString() {
        return text(hundredths) + "%";
    }

    /** A number, without the fraction if it is whole. */
    static String text(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? String.valueOf((long) value)
                : String.valueOf(value);
    }
}
