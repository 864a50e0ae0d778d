package dev.squeeze.kit.stats;

/**
 * One arm against another, round by round: what disturbed a whole round disturbed both and cancels out. Quantities are
 * compared as quotients, so the mean and its interval are taken of logarithms.
 *
 * @param ratio the one over the other, with an interval at {@code confidence}
 * @param confidence of this interval; above 95 % where several comparisons are to hold together
 */
public record PairedComparison(ConfidenceInterval ratio, double confidence) {
    /** Fewer rounds give intervals that say nothing. */
    public static final int MIN_ROUNDS = 3;

    /**
     * @param arm one positive value a round
     * @param baseline the other arm's value in the same round
     * @param comparisons how many are made side by side, all of which shall hold at 95 % (Bonferroni)
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

    /** Whether the interval leaves equality out. */
    public boolean isDifference() {
        return !ratio.covers(1);
    }
}
