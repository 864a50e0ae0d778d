package dev.squeeze.kit.stats;

import java.util.Optional;

/**
 * The ratio of two totals over a population of clusters, such as stretches of a log, some of which were drawn at
 * random. The contents of a cluster are similar, so clusters rather than their contents are the observations. Estimator
 * and variance are those of the ratio estimator in cluster sampling (Cochran 1977, sections 6.3 and 9A.2).
 */
public final class RatioOfTotals {
    private static final int MIN_CLUSTERS = 3;

    private RatioOfTotals() {}

    /**
     * Estimates the ratio.
     *
     * @param numerators one for each drawn cluster
     * @param denominators one for each drawn cluster, none negative, not all zero
     * @param clusters in the whole population
     * @return exact if all clusters were drawn; empty if there were too few for an interval
     */
    public static Optional<ConfidenceInterval> estimate(double[] numerators, double[] denominators, long clusters) {
        int n = numerators.length;
        double above = 0;
        double below = 0;
        for (int i = 0; i < n; i++) {
            above += numerators[i];
            below += denominators[i];
        }
        if (n == 0 || !(below > 0)) {
            return Optional.empty();
        }
        double ratio = above / below;
        if (n >= clusters) {
            return Optional.of(ConfidenceInterval.exact(ratio, n));
        }
        if (n < MIN_CLUSTERS) {
            return Optional.empty();
        }
        double squares = 0;
        for (int i = 0; i < n; i++) {
            double residual = numerators[i] - ratio * denominators[i];
            squares += residual * residual;
        }
        double unseen = 1 - (double) n / clusters;
        double error = Math.sqrt(unseen * n / (n - 1) * squares) / below;
        return Optional.of(ConfidenceInterval.around(ratio, StudentT.twoSided95(n - 1) * error, n));
    }
}
