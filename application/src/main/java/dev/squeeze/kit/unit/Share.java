package dev.squeeze.kit.unit;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A part of a whole, as specified in a flag.
 *
 * @param value above 0 and at most 1
 */
public record Share(double value) {
    private static final Pattern TEXT = Pattern.compile("\\s*([+-]?\\d+(?:\\.\\d+)?)\\s*(%?)\\s*");

    public Share {
        if (!(value > 0) || value > 1) {
            throw new IllegalArgumentException("must be above 0 and at most 1, got " + value);
        }
    }

    /**
     * Parses {@code 99%} or {@code 0.99}.
     *
     * @throws IllegalArgumentException with a message that shows what is expected
     */
    public static Share parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not a share: '" + text + "' (write 99% or 0.99)");
        }
        boolean inPercent = !matcher.group(2).isEmpty();
        double number = Double.parseDouble(matcher.group(1));
        double share = inPercent ? number / 100 : number;
        if (!(share > 0) || share > 1) {
            boolean forgotten = !inPercent && number > 1 && number <= 100;
            throw new IllegalArgumentException("must be above 0% and at most 100%, got "
                    + (forgotten ? text.strip() + ": write " + new Percent(number) : new Percent(100 * share)));
        }
        return new Share(share);
    }
}
