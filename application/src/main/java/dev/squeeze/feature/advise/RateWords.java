package dev.squeeze.feature.advise;

import java.util.Locale;

/** Rates as multiples of the one that something is predicted at, in words. */
final class RateWords {
    private RateWords() {}

    /**
     * Which rates an interval holds, such as {@code at half to twice this rate}; empty where it holds this one alone.
     *
     * @param factor that the rate may be off by either way
     * @param separator in front of the words
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
