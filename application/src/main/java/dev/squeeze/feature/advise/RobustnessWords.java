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
            return "; good at this rate only";
        }
        if (lowest == 1) {
            return "; good up to " + multiple(highest) + " the rate";
        }
        return highest == 1
                ? "; good down to " + multiple(lowest) + " the rate"
                : "; good at " + multiple(lowest) + " to " + multiple(highest) + " the rate";
    }

    /** Where the settings hold, in a sentence, and one for each load or machine where they do not. */
    static List<String> sentences(Robustness robustness) {
        List<String> sentences = new ArrayList<>();
        List<String> holding = robustness.cases().stream()
                .filter(Case::holds)
                .map(RobustnessWords::where)
                .toList();
        if (!holding.isEmpty()) {
            sentences.add(String.format(
                    Locale.ROOT,
                    "These settings stay within %.0f %% of what would be recommended with %s.",
                    100 * Robustness.ABOUT_AS_GOOD,
                    String.join(", ", holding)));
        }
        robustness.cases().stream()
                .filter(one -> !one.holds())
                .forEach(one -> sentences.add(String.format(
                        Locale.ROOT,
                        "With %s, %s would be recommended: these would miss %.0f %% of its saving.",
                        where(one),
                        one.instead(),
                        100 * one.shareLost())));
        return sentences;
    }

    private static String where(Case one) {
        return multiple(one.factor()) + (one.changed() == Changed.RATE ? " the rate" : " the CPU time");
    }

    private static String multiple(double factor) {
        return RateWords.multiple(factor) + (factor == 0.5 || factor == 2 ? "" : " times");
    }
}
