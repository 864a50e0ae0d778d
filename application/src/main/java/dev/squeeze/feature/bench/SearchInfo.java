package dev.squeeze.feature.bench;

import dev.squeeze.engine.experiment.LimitingFactor;
import dev.squeeze.engine.experiment.MaxRateSearches;
import dev.squeeze.engine.experiment.Metric;
import dev.squeeze.engine.experiment.SustainedRateSearch;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * The search for one arm's highest sustained rate.
 *
 * @param arm its label
 * @param closedLoopRecordsPerSecond rate of the closed loop that the search started from
 * @param sustainedRecordsPerSecond the highest rate that was sustained; confirmed by a longer trial if {@code complete}
 * @param failedRecordsPerSecond the lowest rate above it that was not sustained
 * @param complete false if the search ended early
 * @param limit what limited the sustained rate
 * @param metrics figures of the latest sustained trial (in a complete search, the confirming one), by {@link
 *     Metric#key}; from a single trial, so without intervals
 * @param steps all trials in their order
 * @param problems reasons why the results are invalid
 */
public record SearchInfo(
        String arm,
        ArmInfo.SettingsInfo settings,
        double closedLoopRecordsPerSecond,
        OptionalDouble sustainedRecordsPerSecond,
        OptionalDouble failedRecordsPerSecond,
        boolean complete,
        Optional<LimitInfo> limit,
        Map<String, Double> metrics,
        List<StepInfo> steps,
        List<String> problems) {
    public SearchInfo {
        metrics = new LinkedHashMap<>(metrics);
        steps = List.copyOf(steps);
        problems = List.copyOf(problems);
    }

    /**
     * The limiting factor.
     *
     * @param part such as {@code application thread}
     * @param explanation one sentence
     * @param evidence the figures that show it
     */
    public record LimitInfo(String part, String explanation, List<String> evidence) {
        static LimitInfo of(LimitingFactor limit) {
            return new LimitInfo(limit.what().words(), limit.explanation(), limit.evidence());
        }
    }

    /**
     * A trial of the search.
     *
     * @param reason why the rate was not sustained; absent if it was
     * @param disturbed whether other programs used cores that the load needed; absent in older documents
     * @param repeated number of earlier trials at this rate that failed while disturbed and are not counted
     */
    public record StepInfo(
            double recordsPerSecond,
            boolean confirming,
            boolean sustained,
            Optional<String> reason,
            Optional<Boolean> disturbed,
            OptionalInt repeated) {
        /** A trial on a quiet machine. */
        public StepInfo(double recordsPerSecond, boolean confirming, boolean sustained, Optional<String> reason) {
            this(recordsPerSecond, confirming, sustained, reason, Optional.of(false), OptionalInt.of(0));
        }

        boolean wasDisturbed() {
            return disturbed.orElse(false);
        }
    }

    public static SearchInfo of(MaxRateSearches.Found found) {
        Optional<SustainedRateSearch.Outcome> outcome = found.outcome();
        Map<String, Double> metrics = new LinkedHashMap<>();
        new TreeMap<>(found.sustained()).forEach((metric, value) -> metrics.put(metric.key(), value));
        return new SearchInfo(
                found.arm().label(),
                ArmInfo.SettingsInfo.of(found.arm().settings()),
                found.closedLoopRate(),
                outcome.map(SustainedRateSearch.Outcome::sustained).orElse(OptionalDouble.empty()),
                outcome.map(SustainedRateSearch.Outcome::failed).orElse(OptionalDouble.empty()),
                outcome.map(SustainedRateSearch.Outcome::complete).orElse(false),
                outcome.flatMap(SustainedRateSearch.Outcome::limit).map(LimitInfo::of),
                metrics,
                outcome.map(known -> known.steps().stream()
                                .map(step -> new StepInfo(
                                        step.recordsPerSecond(),
                                        step.confirming(),
                                        step.verdict().sustained(),
                                        step.verdict().reason(),
                                        Optional.of(step.verdict().disturbed()),
                                        OptionalInt.of(step.verdict().repeated())))
                                .toList())
                        .orElse(List.of()),
                found.problems());
    }
}
