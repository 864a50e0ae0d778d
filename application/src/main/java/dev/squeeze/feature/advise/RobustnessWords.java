package dev.squeeze.feature.advise;

import dev.squeeze.feature.advise.Robustness.Case;
import dev.squeeze.feature.advise.Robustness.Changed;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Sentences about the conditions under which the recommended settings are still a good choice. */
final class RobustnessWords {
    private RobustnessWords() {}

    /** A clause to append; empty if nothing was checked. */
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

    /** A sentence on the conditions under which the settings hold, and one for each under which they do not. */
    static List<String> sentences(Robustness robustness) {
        List<String> sentences = new ArrayList<>();
        List<String> holding = robustness.cases().stream()
                .filter(Case::holds)
                .map(RobustnessWords::where)
                .toList();
        if (!holding.isEmpty()) {
            sentences.add(String.format(
                    Locale.ROOT,
                    "Also a good choice (within %.0f %% of the saving) at %s.",
                    100 * Robustness.ABOUT_AS_GOOD,
                    String.join(", ", holding)));
        }
        robustness.cases().stream()
                .filter(one -> !one.holds())
                .forEach(one -> sentences.add(String.format(
                        Locale.ROOT,
                        "At %s, %s would be recommended; the settings above would lose %.0f %% of its saving.",
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
