package dev.squeeze.benchmarks.headline;

import java.util.Random;
import java.util.function.LongUnaryOperator;

/**
 * When the records of one of several producers, which take all records in turn, are due. Every schedule repeats with
 * its file, so that whole passes through the file have exactly the given rate.
 */
final class Schedule {
    private static final double NANOS = 1e9;

    private final int producers;
    private final LongUnaryOperator dueNanos;
    private long number;

    private Schedule(int producer, int producers, LongUnaryOperator dueNanos) {
        this.producers = producers;
        this.dueNanos = dueNanos;
        this.number = producer;
    }

    /**
     * A record of this producer.
     *
     * @param number among the records of all producers
     * @param nanos since the start
     */
    record Due(long number, long nanos) {}

    Due next() {
        Due due = new Due(number, dueNanos.applyAsLong(number));
        number += producers;
        return due;
    }

    /** All intervals are equal. */
    static Schedule even(int producer, int producers, double recordsPerSecond) {
        return new Schedule(producer, producers, number -> Math.round(number * NANOS / recordsPerSecond));
    }

    /**
     * Independent of each other and of other producers' records, except for their number in each pass through the file.
     */
    static Schedule poisson(int producer, int producers, double recordsPerSecond, int records, long seed) {
        int own = Math.max(1, Math.round((float) records / producers));
        double[] at = new Random(seed + producer).doubles(own).sorted().toArray();
        double passSeconds = own * producers / recordsPerSecond;
        return new Schedule(producer, producers, number -> {
            long ownNumber = number / producers;
            return Math.round((ownNumber / own + at[(int) (ownNumber % own)]) * passSeconds * NANOS);
        });
    }

    /** By the intervals between timestamps, scaled to the rate. */
    static Schedule byTimestamps(int producer, int producers, double recordsPerSecond, long[] timestampsMillis) {
        int records = timestampsMillis.length;
        double passSeconds = records / recordsPerSecond;
        double span = Math.max(1, timestampsMillis[records - 1] - timestampsMillis[0]) * (records / (records - 1.0));
        return new Schedule(producer, producers, number -> {
            double at = (timestampsMillis[(int) (number % records)] - timestampsMillis[0]) / span;
            return Math.round((number / records + at) * passSeconds * NANOS);
        });
    }
}
