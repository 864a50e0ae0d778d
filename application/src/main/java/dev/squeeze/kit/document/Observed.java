package dev.squeeze.kit.document;

import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.List;
import java.util.Optional;

/**
 * A measured value.
 *
 * @param estimate in the metric's unit
 * @param interval at 95 %; absent if there was one observation, or none with a spread
 * @param rounds value of each round, in order; empty if it was not measured in rounds
 */
public record Observed(double estimate, Optional<ConfidenceInterval> interval, List<Double> rounds) {
    public Observed {
        rounds = List.copyOf(rounds);
    }

    /** A value with an interval and without rounds. */
    public static Observed of(ConfidenceInterval interval) {
        return new Observed(interval.estimate(), Optional.of(interval), List.of());
    }

    /** A value of a single observation, without a spread. */
    public static Observed single(double value) {
        return new Observed(value, Optional.empty(), List.of());
    }

    /** A value counted over the complete population. */
    public static Observed counted(double value) {
        return of(ConfidenceInterval.exact(value, 1));
    }

    /** The number of independent observations. */
    public long n() {
        return interval.map(ConfidenceInterval::n).orElse((long) Math.max(1, rounds.size()));
    }
}
