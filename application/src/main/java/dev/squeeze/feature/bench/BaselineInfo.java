package dev.squeeze.feature.bench;

import com.fasterxml.jackson.annotation.JsonAlias;
import dev.squeeze.engine.experiment.Metric;
import dev.squeeze.engine.experiment.Threshold;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What changed since an earlier run.
 *
 * @param name of the earlier run, as the user gave it
 * @param startedAt when that was
 * @param conditionDifferences how its conditions differ, in words: what makes the two hard to compare
 * @param missing arms that only one of the two has
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
     * One figure of one arm, then and now.
     *
     * @param metric by {@link Metric#key}
     * @param change of the figure as a share of what it was
     * @param low lower end of its interval at 95 %, as if the two runs were independent; absent without intervals
     * @param high upper end; absent without intervals, and where the earlier figure may have been 0
     */
    public record ChangeInfo(
            String arm,
            String metric,
            double before,
            double now,
            double change,
            OptionalDouble low,
            OptionalDouble high) {
        /** Whether it is a change at all, and not what repeating the run shows. */
        boolean isKnown() {
            return low.orElse(0) > 0 || high.orElse(0) < 0;
        }

        /** As a comparison with the earlier run: quotients instead of changes. */
        ComparisonInfo asComparison(String baseline, double minEffect) {
            double ratio = 1 + change;
            double most = low.isPresent() ? high.orElse(Double.MAX_VALUE) : change;
            boolean different = isKnown() && (ratio >= 1 + minEffect || ratio <= 1 / (1 + minEffect));
            return new ComparisonInfo(
                    arm, baseline, metric, ratio, 1 + low.orElse(change), 1 + most, 0.95, 1, different);
        }

        /**
         * Whether a demand on it is met. A change beyond the bound that may as well be none does not miss it; a single round
         * has no interval, and decides by itself.
         */
        boolean meets(Threshold threshold) {
            return threshold.isMetBy(change) || (low.isPresent() && !isKnown());
        }
    }

    /** What a threshold is held against: of its arm and metric, absent where the earlier run has none. */
    Optional<ChangeInfo> change(String arm, Metric metric) {
        return changes.stream()
                .filter(change -> change.arm().equals(arm) && change.metric().equals(metric.key()))
                .findFirst();
    }
}
