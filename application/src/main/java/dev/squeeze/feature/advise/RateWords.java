package dev.squeeze.feature.advise;

import java.util.Locale;

/** Phrases for rates as multiples of the predicted one. */
final class RateWords {
    private RateWords() {}

    /**
     * The rates that an interval covers, such as {@code at half to twice this rate}; empty if it covers this rate only.
     *
     * @param factor by which the rate may be off, either way
     * @param separator put before the words
     */
    static String atRates(double factor, String separator) {
        return factor == 1
                ? ""
                : separator + "at " + multiple(1 / factor) + " to " + multiple(factor) + (factor == 2 ? "" : " times")
                        + " this rate";
    }

    /** Such as {@code half}, {@code twice} and {@code 1.5}. */
    static String multiple(double factor) {
        if (factor == 0.5) {
            return "half";
        }
        return factor == 2 ? "twice" : String.format(Locale.ROOT, "%.2g", factor);
    }
}
