package dev.squeeze.kit.stats;

/**
 * Compares two arms round by round: a disturbance of a whole round affects both and cancels out. Values are compared as
 * quotients, so the mean and its interval are computed on logarithms.
 *
 * @param ratio arm over baseline, with an interval at {@code confidence}
 * @param confidence of this interval; above 95 % if several comparisons are to hold together
 */
public record PairedComparison(ConfidenceInterval ratio, double confidence) {
    /** Intervals from fewer rounds are meaningless. */
    public static final int MIN_ROUNDS = 3;

    /**
     * @param arm one positive value per round
     * @param baseline the other arm's value in the same round
     * @param comparisons number of simultaneous comparisons, all of which are to hold at 95 % (Bonferroni)
     */
    public static PairedComparison of(double[] arm, double[] baseline, int comparisons) {
        if (arm.length != baseline.length || arm.length < MIN_ROUNDS) {
            throw new IllegalArgumentException("needs at least " + MIN_ROUNDS + " pairs, got " + arm.length + " and "
                    + baseline.length + " values");
        }
        double[] logs = new double[arm.length];
        for (int i = 0; i < logs.length; i++) {
            if (!(arm[i] > 0 && baseline[i] > 0)) {
                throw new IllegalArgumentException(
                        "a quotient needs positive values, got " + arm[i] + " over " + baseline[i] + " in round " + i);
            }
            logs[i] = Math.log(arm[i] / baseline[i]);
        }
        double confidence = 1 - 0.05 / Math.max(1, comparisons);
        ConfidenceInterval log = TrimmedMean.ofFew(logs, confidence);
        return new PairedComparison(
                new ConfidenceInterval(
                        Math.exp(log.estimate()), Math.exp(log.low()), Math.exp(log.high()), logs.length, false),
                confidence);
    }

    /** Whether the interval excludes equality. */
    public boolean isDifference() {
        return !ratio.covers(1);
    }
}
