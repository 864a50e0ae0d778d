package dev.squeeze.feature.published;

import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.List;
import java.util.Optional;

/**
 * A figure that a stage of a published experiment measured.
 *
 * @param estimate in the metric's unit
 * @param interval at 95 %; absent where there was one observation, or none that has a spread
 * @param rounds value of each round, in their order; empty where it was not measured in rounds
 */
public record Observed(double estimate, Optional<ConfidenceInterval> interval, List<Double> rounds) {
    public Observed {
        rounds = List.copyOf(rounds);
    }

    /** One that has an interval and no rounds. */
    public static Observed of(ConfidenceInterval interval) {
        return new Observed(interval.estimate(), Optional.of(interval), List.of());
    }

    /** One that was counted over all there is. */
    public static Observed counted(double value) {
        return of(ConfidenceInterval.exact(value, 1));
    }

    /** How many independent observations it rests on. */
    public long n() {
        return interval.map(ConfidenceInterval::n).orElse((long) Math.max(1, rounds.size()));
    }
}
