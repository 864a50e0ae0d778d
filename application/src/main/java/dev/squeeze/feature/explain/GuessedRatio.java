package dev.squeeze.feature.explain;

/**
 * The ratio that a Java producer guesses, by which it takes a batch for full: kafka-clients' CompressionRatioEstimator. Each batch moves
 * the guess of its topic towards what the batch compressed to, quickly where that is worse and slowly where it is better. So among
 * batches that differ, the guess is near the worst of them, and a field that only others have hardly moves it.
 */
final class GuessedRatio {
    private static final double IMPROVING_STEP = 0.005;
    private static final double DETERIORATING_STEP = 0.05;

    private final double[] observed;
    private int batches;

    /** @param most batches that are added */
    GuessedRatio(int most) {
        this.observed = new double[most];
    }

    /**
     * The next batch.
     *
     * @param storedBytes of its records, without the header
     * @param rawBytes of the same records
     */
    void add(double storedBytes, double rawBytes) {
        observed[batches++] = storedBytes / Math.max(1, rawBytes);
    }

    /** Stored over uncompressed bytes, the mean of the guesses while such batches go on and on; 1 without batches. */
    double mean() {
        double guess = 0;
        for (int i = 0; i < batches; i++) {
            guess = Math.max(guess, observed[i]);
        }
        // The first pass only finds where the guess begins.
        guess = pass(guess)[1];
        return batches == 0 ? 1 : pass(guess)[0];
    }

    /** The mean guess, and the last. */
    private double[] pass(double first) {
        double guess = first;
        double sum = 0;
        for (int i = 0; i < batches; i++) {
            sum += guess;
            guess = observed[i] < guess
                    ? Math.max(guess - IMPROVING_STEP, observed[i])
                    : observed[i] > guess ? Math.max(guess + DETERIORATING_STEP, observed[i]) : guess;
        }
        return new double[] {sum / Math.max(1, batches), guess};
    }
}
