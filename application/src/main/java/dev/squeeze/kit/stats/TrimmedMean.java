package dev.squeeze.kit.stats;

import java.util.Arrays;

/**
 * The mean of rounds without extremes, and its interval. Rounds on a shared machine have one-sided outliers; the
 * trimmed mean with the Winsorized variance keeps the interval valid despite them (Tukey and McLaughlin 1963; Yuen
 * 1974).
 */
public final class TrimmedMean {
    private static final double TRIM = 0.2;
    private static final int MIN_ROUNDS_TO_TRIM = 5;

    private TrimmedMean() {}

    /**
     * The 95 % interval for the centre of the rounds.
     *
     * @param rounds one value per round, at least 2
     */
    public static ConfidenceInterval of(double[] rounds) {
        return of(rounds, 0.95, MIN_ROUNDS_TO_TRIM);
    }

    /**
     * The interval for rounds that are few because each takes seconds; trimmed only from ten rounds. With five rounds,
     * trimming would leave two degrees of freedom, and meaningless intervals.
     *
     * @param rounds one value per round, at least 2
     * @param confidence above 0 and below 1
     */
    public static ConfidenceInterval ofFew(double[] rounds, double confidence) {
        return of(rounds, confidence, 2 * MIN_ROUNDS_TO_TRIM);
    }

    private static ConfidenceInterval of(double[] rounds, double confidence, int minRoundsToTrim) {
        int n = rounds.length;
        if (n < 2) {
            throw new IllegalArgumentException("an interval needs at least 2 rounds, got " + n);
        }
        double[] sorted = rounds.clone();
        Arrays.sort(sorted);
        int cut = n < minRoundsToTrim ? 0 : (int) (TRIM * n);
        int kept = n - 2 * cut;
        double sum = 0;
        for (int i = cut; i < n - cut; i++) {
            sum += sorted[i];
        }
        double winsorizedSum = sum + cut * (sorted[cut] + sorted[n - cut - 1]);
        double winsorizedMean = winsorizedSum / n;
        double squares = 0;
        for (int i = 0; i < n; i++) {
            double value = sorted[Math.min(Math.max(i, cut), n - cut - 1)];
            squares += (value - winsorizedMean) * (value - winsorizedMean);
        }
        double standardError = Math.sqrt(squares / (kept * (kept - 1.0)));
        return ConfidenceInterval.around(sum / kept, StudentT.twoSided(kept - 1, confidence) * standardError, n);
    }
}
