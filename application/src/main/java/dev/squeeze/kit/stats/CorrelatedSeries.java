package dev.squeeze.kit.stats;

import java.util.Arrays;

/**
 * Readings that follow one another and depend on those shortly before them, as far as the error of their mean goes. It is taken from the
 * means of long stretches, which hardly depend on one another (the method of batch means).
 */
public final class CorrelatedSeries {
    private static final int STRETCHES = 20;
    /** Of fewer readings stretches would be as dependent as these. */
    private static final int MIN_READINGS_OF_STRETCH = 3;

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

    /** NaN of none. */
    public double mean() {
        return mean(0, size);
    }

    /** Standard error of the mean as a share of it; of few readings as if they were independent, of fewer than two infinite. */
    public double relativeError() {
        int length = size / STRETCHES < MIN_READINGS_OF_STRETCH ? 1 : size / STRETCHES;
        int stretches = size / length;
        if (stretches < 2) {
            return Double.POSITIVE_INFINITY;
        }
        // What is left over by the division is at the beginning.
        int first = size - stretches * length;
        double mean = mean(first, size);
        double squares = 0;
        for (int i = 0; i < stretches; i++) {
            double difference = mean(first + i * length, first + (i + 1) * length) - mean;
            squares += difference * difference;
        }
        return Math.sqrt(squares / (stretches - 1) / stretches) / mean;
    }

    private double mean(int from, int until) {
        double sum = 0;
        for (int i = from; i < until; i++) {
            sum += readings[i];
        }
        return sum / (until - from);
    }
}
