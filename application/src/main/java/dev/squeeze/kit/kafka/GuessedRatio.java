package dev.squeeze.kit.kafka;

import org.apache.kafka.common.record.internal.CompressionRatioEstimator;
import org.apache.kafka.common.record.internal.CompressionType;

/**
 * The compression ratio that a Java producer guesses in order to decide whether a batch is full, computed with Kafka's own
 * estimator. Each batch moves the guess of its topic towards its own ratio, quickly if that is worse and slowly if it is better. If
 * batches differ, the guess is therefore close to the worst of them, and a field that the other batches contain hardly affects it.
 */
public final class GuessedRatio {
    /** Factor by which a batch multiplies its estimated size, {@code COMPRESSION_RATE_ESTIMATION_FACTOR} in Kafka. */
    static final double TOO_HIGH = 1.05;

    /** The estimator keeps a guess per codec, all by the same rule. */
    private static final CompressionType ANY = CompressionType.ZSTD;

    /** The estimator never forgets a topic, so a single topic is used, by one thread at a time. */
    private static final String TOPIC = "of " + GuessedRatio.class.getName();

    private final float[] observed;
    private int batches;

    /** @param maxBatches maximum number of batches to add */
    public GuessedRatio(int maxBatches) {
        this.observed = new float[maxBatches];
    }

    /**
     * Adds a batch.
     *
     * @param storedBytes of its compressed records, without the header
     * @param rawBytes uncompressed bytes of the same records
     */
    public void add(double storedBytes, double rawBytes) {
        observed[batches++] = (float) (storedBytes / Math.max(1, rawBytes));
    }

    /** The mean guess in a steady state where these batches repeat, as compressed over uncompressed bytes; 1 without batches. */
    public double mean() {
        if (batches == 0) {
            return 1;
        }
        float worst = 0;
        for (int i = 0; i < batches; i++) {
            worst = Math.max(worst, observed[i]);
        }
        synchronized (TOPIC) {
            CompressionRatioEstimator.setEstimation(TOPIC, ANY, worst);
            // The first pass only determines the initial guess.
            pass();
            return pass();
        }
    }

    private double pass() {
        double sum = 0;
        for (int i = 0; i < batches; i++) {
            sum += CompressionRatioEstimator.estimation(TOPIC, ANY);
            CompressionRatioEstimator.updateEstimation(TOPIC, ANY, observed[i]);
        }
        return sum / batches;
    }
}
