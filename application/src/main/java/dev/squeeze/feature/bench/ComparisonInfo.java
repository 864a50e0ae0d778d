package dev.squeeze.feature.bench;

import dev.squeeze.engine.experiment.Comparison;

/**
 * One arm against the baseline in one metric.
 *
 * @param metric {@link dev.squeeze.engine.experiment.Metric#key}
 * @param ratio the arm over the baseline
 * @param low lower end of its interval
 * @param high upper end
 * @param confidence of this interval, so that all of an arm hold together at 95 %
 * @param rounds pairs behind it
 * @param difference whether the interval leaves equality out
 */
public record ComparisonInfo(
        String arm,
        String baseline,
        String metric,
        double ratio,
        double low,
        double high,
        double confidence,
        long rounds,
        boolean difference) {
    public static ComparisonInfo of(Comparison comparison) {
        var paired = comparison.paired();
        return new ComparisonInfo(
                comparison.arm(),
                comparison.baseline(),
                comparison.metric().key(),
                paired.ratio().estimate(),
                paired.ratio().low(),
                paired.ratio().high(),
                paired.confidence(),
                paired.ratio().n(),
                paired.isDifference());
    }
}
