package dev.squeeze.feature.published;

import dev.squeeze.kit.document.Observed;
import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.stats.PairedComparison;
import java.util.List;
import java.util.Optional;

/**
 * The ratio of a figure to its baseline.
 *
 * @param estimate above 0
 * @param interval 95 % interval; absent if one of the figures has none
 * @param n number of rounds or other observations behind it
 */
public record Quotient(double estimate, Optional<ConfidenceInterval> interval, long n) {
    /**
     * Divides two figures. Rounds of the same stage are paired, since a disturbance of a round affects both. Otherwise
     * the figures are assumed to be independent, and the half-widths of their intervals are added in quadrature on the
     * logarithmic scale.
     *
     * @param together whether both were measured in the same rounds
     * @return empty if one of them is not above 0
     */
    public static Optional<Quotient> of(Observed figure, Observed baseline, boolean together) {
        if (!(figure.estimate() > 0 && baseline.estimate() > 0)) {
            return Optional.empty();
        }
        if (together && arePairs(figure.rounds(), baseline.rounds())) {
            ConfidenceInterval ratio =
                    PairedComparison.of(values(figure), values(baseline), 1).ratio();
            return Optional.of(new Quotient(ratio.estimate(), Optional.of(ratio), ratio.n()));
        }
        double estimate = figure.estimate() / baseline.estimate();
        return Optional.of(
                new Quotient(estimate, independent(estimate, figure, baseline), Math.min(figure.n(), baseline.n())));
    }

    private static boolean arePairs(List<Double> rounds, List<Double> others) {
        return rounds.size() == others.size()
                && rounds.size() >= PairedComparison.MIN_ROUNDS
                && rounds.stream().allMatch(value -> value > 0)
                && others.stream().allMatch(value -> value > 0);
    }

    private static double[] values(Observed figure) {
        return figure.rounds().stream().mapToDouble(value -> value).toArray();
    }

    private static Optional<ConfidenceInterval> independent(double estimate, Observed figure, Observed baseline) {
        Optional<ConfidenceInterval> above = figure.interval().filter(interval -> interval.low() > 0);
        Optional<ConfidenceInterval> below = baseline.interval().filter(interval -> interval.low() > 0);
        if (above.isEmpty() || below.isEmpty()) {
            return Optional.empty();
        }
        ConfidenceInterval one = above.get();
        ConfidenceInterval other = below.get();
        double up = Math.hypot(Math.log(one.high() / one.estimate()), Math.log(other.estimate() / other.low()));
        double down = Math.hypot(Math.log(one.estimate() / one.low()), Math.log(other.high() / other.estimate()));
        return Optional.of(new ConfidenceInterval(
                estimate,
                estimate * Math.exp(-down),
                estimate * Math.exp(up),
                Math.min(one.n(), other.n()),
                one.exact() && other.exact()));
    }
}
