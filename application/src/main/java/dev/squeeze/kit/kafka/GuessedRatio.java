package dev.squeeze.kit.kafka;

import org.apache.kafka.common.record.internal.CompressionRatioEstimator;
import org.apache.kafka.common.record.internal.CompressionType;

/**
 * The ratio that a Java producer guesses, by which it takes a batch for full, found by Kafka's own estimator. Each batch moves the
 * guess of its topic towards what the batch compressed to, quickly where that is worse and slowly where it is better. So among batches
 * that differ, the guess is near the worst of them, and a field that only others have hardly moves it.
 */
public final class GuessedRatio {
    /** By which a batch multiplies what it believes to hold, {@code COMPRESSION_RATE_ESTIMATION_FACTOR} in Kafka. */
    static final double TOO_HIGH = 1.05;

    /** The estimator keeps a guess for each codec, by the same rule. */
    private static final CompressionType ANY = CompressionType.ZSTD;

    /** The estimator never forgets a topic, so there is one, and one thread at a time has it. */
    private static final String TOPIC = "of " + GuessedRatio.class.getName();

    private final float[] observed;
    private int batches;

    /** @param maxBatches that are added */
    public GuessedRatio(int maxBatches) {
        this.observed = new float[maxBatches];
    }

    /**
     * The next batch.
     *
     * @param storedBytes of its records, without the header
     * @param rawBytes of the same records
     */
    public void add(double storedBytes, double rawBytes) {
        observed[batches++] = (float) (storedBytes / Math.max(1, rawBytes));
    }

    /** Stored over uncompressed bytes, the mean of the guesses while such batches go on and on; 1 without batches. */
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
            // The first pass only finds where the guess begins.
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
