package dev.squeeze.model;

import java.util.List;
import java.util.SplittableRandom;

/**
 * Java's producer cannot know how small a batch will be before it is closed, so it guesses from the batches before: the
 * guess jumps up at once by what it was wrong (by 0.05 at least) and comes down by at most 0.005 a batch. It is shared by
 * all partitions of a topic. This model walks the same steps over the measured spread of single batches and gives the
 * guess that batches are cut by on average. Source: {@code CompressionRatioEstimator} in kafka-clients.
 */
final class RatioEstimatorModel {
    private static final double DETERIORATE_STEP = 0.05;
    private static final double IMPROVING_STEP = 0.005;
    private static final int BURN_IN = 400;
    private static final int STEPS = 1_600;

    private RatioEstimatorModel() {}

    /**
     * The mean of 1/guess in the long run: records that fit are proportional to it.
     *
     * @param meanFraction compressed over uncompressed record bytes at the batch size in question
     * @param batchFractions single batches, whose spread around their own mean is taken over
     */
    static double meanInverseGuess(double meanFraction, List<Double> batchFractions) {
        if (batchFractions.isEmpty()) {
            return 1 / meanFraction;
        }
        double own = batchFractions.stream()
                .mapToDouble(Double::doubleValue)
                .average()
                .orElseThrow();
        SplittableRandom random = new SplittableRandom(batchFractions.size());
        double guess = meanFraction;
        double sum = 0;
        for (int step = 0; step < BURN_IN + STEPS; step++) {
            if (step >= BURN_IN) {
                sum += 1 / guess;
            }
            double observed = batchFractions.get(random.nextInt(batchFractions.size())) / own * meanFraction;
            if (observed > guess) {
                guess = Math.max(guess + DETERIORATE_STEP, observed);
            } else {
                guess = Math.max(guess - IMPROVING_STEP, observed);
            }
        }
        return sum / STEPS;
    }
}
