package dev.squeeze.feature.bench;

import com.fasterxml.jackson.annotation.JsonAlias;
import dev.squeeze.engine.experiment.Metric;
import dev.squeeze.engine.experiment.Threshold;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Changes since an earlier run.
 *
 * @param name of the earlier run, as the user gave it
 * @param startedAt start of the earlier run
 * @param conditionDifferences differences in conditions that make the two runs hard to compare, in words
 * @param missing arms that only one of the two runs has, in words
 * @param changes by arm and metric
 */
public record BaselineInfo(
        String name,
        Instant startedAt,
        @JsonAlias("otherwise") List<String> conditionDifferences,
        List<String> missing,
        List<ChangeInfo> changes) {
    public BaselineInfo {
        conditionDifferences = List.copyOf(conditionDifferences);
        missing = List.copyOf(missing);
        changes = List.copyOf(changes);
    }

    /**
     * One figure of one arm, before and now.
     *
     * @param metric by {@link Metric#key}
     * @param change relative change: 0.1 if the figure is 10 % higher than before
     * @param low lower end of its interval at 95 %, as if the two runs were independent; absent without intervals
     * @param high upper end; absent without intervals, and if the earlier interval reaches 0
     */
    public record ChangeInfo(
            String arm,
            String metric,
            double before,
            double now,
            double change,
            OptionalDouble low,
            OptionalDouble high) {
        /** Whether the interval excludes no change, so that the change exceeds run-to-run variation. */
        boolean isSignificant() {
            return low.orElse(0) > 0 || high.orElse(0) < 0;
        }

        /** Converts the change to a comparison with the earlier run, which has ratios instead of relative changes. */
        ComparisonInfo asComparison(String baseline, double minEffect) {
            double ratio = 1 + change;
            double most = low.isPresent() ? high.orElse(Double.MAX_VALUE) : change;
            boolean different = isSignificant() && (ratio >= 1 + minEffect || ratio <= 1 / (1 + minEffect));
            return new ComparisonInfo(
                    arm, baseline, metric, ratio, 1 + low.orElse(change), 1 + most, 0.95, 1, different);
        }

        /**
         * Whether a threshold is met. A change beyond the threshold does not miss it if its interval includes no
         * change. Without an interval, as after a single round, the change alone decides.
         */
        boolean meets(Threshold threshold) {
            return threshold.isMetBy(change) || (low.isPresent() && !isSignificant());
        }
    }

    /** The change of an arm's metric; absent if the earlier run has no comparable figure. */
    Optional<ChangeInfo> change(String arm, Metric metric) {
        return changes.stream()
                .filter(change -> change.arm().equals(arm) && change.metric().equals(metric.key()))
                .findFirst();
    }
}
