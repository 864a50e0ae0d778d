package dev.squeeze.kit.stats;

import java.util.Arrays;

/**
 * Readings that follow one another and depend on those shortly before them, as far as the error of their mean goes. It is taken from the
 * means of long stretches (the method of batch means). As far as these still depend on one another, it is enlarged as for a series of
 * which each keeps a part of how far the one before was off (AR(1)).
 */
public final class CorrelatedSeries {
    private static final int STRETCHES = 20;
    /** Of fewer readings stretches would be as dependent as these. */
    private static final int MIN_READINGS_OF_STRETCH = 3;

    /** Few readings that go one way only seem to depend on one another altogether. */
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

    /** Standard error of the mean as a share of it; of fewer than two readings infinite. */
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
