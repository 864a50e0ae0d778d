package dev.squeeze.feature.advise;

import dev.squeeze.feature.advise.Robustness.Case;
import dev.squeeze.feature.advise.Robustness.Changed;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What else the recommended settings are good for, in words. */
final class RobustnessWords {
    private RobustnessWords() {}

    /** A clause that follows others; empty where there is nothing to say. */
    static String brief(Robustness robustness) {
        if (robustness.cases().isEmpty()) {
            return "";
        }
        double lowest = robustness.lowest(Changed.RATE);
        double highest = robustness.highest(Changed.RATE);
        if (lowest == 1 && highest == 1) {
            return "; fits this rate only";
        }
        return String.format(Locale.ROOT, "; fits %s to %s the rate", multiple(lowest), multiple(highest));
    }

    /** A sentence for each load or machine that was tried. */
    static List<String> sentences(Robustness robustness) {
        List<String> sentences = new ArrayList<>();
        robustness.cases().forEach(one -> sentences.add(sentence(one)));
        return sentences;
    }

    private static String sentence(Case one) {
        String where = one.changed() == Changed.RATE
                ? "At " + multiple(one.factor()) + " the rate"
                : "With processors that need " + multiple(one.factor()) + " the CPU time";
        if (one.holds()) {
            return String.format(
                    Locale.ROOT,
                    "%s these settings stay within %.0f %% of the saving that would be recommended there.",
                    where,
                    100 * Robustness.ABOUT_AS_GOOD);
        }
        return String.format(
                Locale.ROOT,
                "%s these settings would miss %.0f %% of what can be saved there: %s would be recommended.",
                where,
                100 * one.shareLost(),
                one.instead());
    }

    private static String multiple(double factor) {
        if (factor == 0.5) {
            return "half";
        }
        if (factor == 1) {
            return "once";
        }
        return factor == 2 ? "twice" : String.format(Locale.ROOT, "%.2g times", factor);
    }
}
