package dev.squeeze.kit.stats;

import org.apache.commons.statistics.distribution.TDistribution;

/** Quantiles of Student's t. */
public final class StudentT {
    /** The factor for a two-sided 95 % interval if the standard error is based on many observations. */
    public static final double NORMAL_95 = 1.96;

    private static final int TABULATED = 512;
    private static final double[] QUANTILES = table();

    private StudentT() {}

    /**
     * The factor for a two-sided interval at 95 %.
     *
     * @param degreesOfFreedom at least 1
     */
    public static double twoSided95(int degreesOfFreedom) {
        if (degreesOfFreedom < 1) {
            throw new IllegalArgumentException("needs a degree of freedom, got " + degreesOfFreedom);
        }
        return degreesOfFreedom < TABULATED ? QUANTILES[degreesOfFreedom] : NORMAL_95;
    }

    /**
     * The factor for a two-sided interval at another confidence.
     *
     * @param degreesOfFreedom at least 1
     * @param confidence above 0 and below 1, such as 0.99
     */
    public static double twoSided(int degreesOfFreedom, double confidence) {
        if (degreesOfFreedom < 1 || !(confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException(
                    "no quantile for " + degreesOfFreedom + " degrees of freedom at " + confidence);
        }
        return TDistribution.of(degreesOfFreedom).inverseCumulativeProbability((1 + confidence) / 2);
    }

    private static double[] table() {
        double[] quantiles = new double[TABULATED];
        for (int degrees = 1; degrees < TABULATED; degrees++) {
            quantiles[degrees] = TDistribution.of(degrees).inverseCumulativeProbability(0.975);
        }
        return quantiles;
    }
}
