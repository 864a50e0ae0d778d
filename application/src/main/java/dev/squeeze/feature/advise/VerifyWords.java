package dev.squeeze.feature.advise;

import dev.squeeze.engine.experiment.Metric;
import dev.squeeze.engine.experiment.Verification.Verdict;
import dev.squeeze.feature.bench.VerificationInfo.CheckInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** Sentences about a live run: how many predictions match, which do not, and what that means for the recommendation. */
final class VerifyWords {
    /** A share from this on rounds to all of the saving. */
    private static final double ALL = 0.995;

    private VerifyWords() {}

    /**
     * @param basis what the CPU prediction is based on
     * @param keptShare measured saving of the recommended settings as a share of the largest measured saving
     */
    static List<String> of(
            Recommendation before,
            Recommendation after,
            String basis,
            List<MeasuredSettings> measured,
            OptionalDouble keptShare) {
        Map<Verdict, List<CheckInfo>> checks = measured.stream()
                .flatMap(run -> run.info().checks().stream())
                .collect(Collectors.groupingBy(CheckInfo::verdict));
        if (checks.isEmpty()) {
            return List.of(
                    measured.stream().anyMatch(MeasuredSettings::fellBehind)
                            ? "Nothing could be compared: none of the settings held the rate on this machine."
                            : "Nothing could be compared: all settings failed, or the run ended before its first round was complete.");
        }
        List<String> words = new ArrayList<>();
        words.add(matches(checks));
        words.add(consequence(before, after, measured, keptShare));
        checks.getOrDefault(Verdict.MISMATCH, List.of()).stream()
                .collect(Collectors.groupingBy(CheckInfo::metric, LinkedHashMap::new, Collectors.toList()))
                .forEach((metric, mismatches) -> words.add(mismatch(metric, mismatches)));
        words.add(basis);
        return words;
    }

    private static String matches(Map<Verdict, List<CheckInfo>> checks) {
        int matching = checks.getOrDefault(Verdict.MATCH, List.of()).size();
        int conclusive =
                matching + checks.getOrDefault(Verdict.MISMATCH, List.of()).size();
        int inconclusive = checks.getOrDefault(Verdict.INCONCLUSIVE, List.of()).size();
        String noisy = inconclusive + " inconclusive (too noisy: raise --verify-budget).";
        if (conclusive == 0) {
            return "No prediction could be checked: " + noisy;
        }
        return matching + " of " + conclusive + " predictions match" + (inconclusive == 0 ? "." : "; " + noisy);
    }

    private static String mismatch(String metric, List<CheckInfo> mismatches) {
        return String.format(
                Locale.ROOT,
                "Mismatch: %s, prediction off by %+.0f %%%s.",
                Metric.withKey(metric).map(Metric::title).orElse(metric),
                100
                        * mismatches.stream()
                                .mapToDouble(CheckInfo::relativeError)
                                .average()
                                .orElse(0),
                mismatches.size() == 1 ? "" : " on average over " + mismatches.size() + " settings");
    }

    private static String consequence(
            Recommendation before, Recommendation after, List<MeasuredSettings> measured, OptionalDouble keptShare) {
        boolean fellBehind = measured.get(0).fellBehind();
        if (!after.equals(before)) {
            return fellBehind
                    ? "Recommendation changed: the settings that were predicted to be best did not hold the rate."
                    : "Recommendation changed: it follows the measurement, not the prediction.";
        }
        if (before.leaveIt().isPresent()) {
            return "Recommendation unchanged: keep today's settings. A live run does not affect whether a change is worth it.";
        }
        if (fellBehind) {
            return "Recommendation unchanged, but based on the prediction alone: the recommended settings did not hold the"
                    + " rate, nor did any others that were run and meet the limits.";
        }
        if (measured.stream().allMatch(run -> run.asMeasured().isEmpty())) {
            return "Recommendation unchanged, but based on the prediction alone: the brokers' CPU time is not visible.";
        }
        return keptShare.orElse(1) < ALL
                ? String.format(
                        Locale.ROOT,
                        "Recommendation unchanged: it reaches %.0f %% of the largest saving measured for the settings that were run.",
                        100 * keptShare.getAsDouble())
                : "Recommendation unchanged: no other settings measured significantly better.";
    }
}
