package dev.squeeze.kit.stats;

import java.util.Arrays;

/**
 * A series of readings, each of which depends on those shortly before it; computes the standard error of its mean. The
 * error is derived from the means of long stretches (the method of batch means). To the extent that these still depend
 * on each other, it is increased as for a first-order autoregressive series (AR(1)).
 */
public final class CorrelatedSeries {
    private static final int STRETCHES = 20;
    /** With fewer readings per stretch, the stretches would be as correlated as the readings. */
    private static final int MIN_READINGS_OF_STRETCH = 3;

    /** A few readings with a common trend would otherwise look perfectly correlated. */
    private static final double MAX_CORRELATION = 0.95;

    private double[] readings = new double[64];
    private int size;

    public void add(double reading) {
        if (size == readings.length) {
            readings = Arrays.copyOf(readings, 2 * size);
        }
        readings[size++] = reading;
    }

    public int size() {
        return size;
    }

    /** Standard error of the mean relative to the mean; infinite for fewer than two readings. */
    public double relativeError() {
        int length = size / STRETCHES < MIN_READINGS_OF_STRETCH ? 1 : size / STRETCHES;
        int stretches = size / length;
        if (stretches < 2) {
            return Double.POSITIVE_INFINITY;
        }
        // Skips the remainder of the division at the beginning.
        int first = size - stretches * length;
        double mean = mean(first, size);
        double squares = 0;
        double products = 0;
        double before = 0;
        for (int i = 0; i < stretches; i++) {
            double difference = mean(first + i * length, first + (i + 1) * length) - mean;
            squares += difference * difference;
            products += before * difference;
            before = difference;
        }
        if (squares == 0) {
            return 0;
        }
        double correlation = Math.max(0, Math.min(MAX_CORRELATION, products / squares));
        double enlarged = (1 + correlation) / (1 - correlation);
        return Math.sqrt(enlarged * squares / (stretches - 1) / stretches) / mean;
    }

    private double mean(int from, int until) {
        double sum = 0;
        for (int i = from; i < until; i++) {
            sum += readings[i];
        }
        return sum / (until - from);
    }
}
