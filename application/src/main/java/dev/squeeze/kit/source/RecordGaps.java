package dev.squeeze.kit.source;

import java.util.OptionalDouble;

/** The times from each record of a batch to the next one, by their timestamps in milliseconds. */
final class RecordGaps {
    /** Fewer say nothing. */
    private static final long MIN_GAPS = 100;

    private static final double RESOLUTION_MILLIS = 1;

    /** What rounding two times down adds to the variance of their difference, in squares of the resolution. */
    private static final double ROUNDING_VARIANCE = 1.0 / 6;

    private long last = Long.MIN_VALUE;
    private long gaps;
    private double sum;
    private double squares;

    void beginBatch() {
        last = Long.MIN_VALUE;
    }

    void add(long timestampMillis) {
        if (last != Long.MIN_VALUE) {
            double gap = timestampMillis - last;
            gaps++;
            sum += gap;
            squares += gap * gap;
        }
        last = timestampMillis;
    }

    /**
     * Their variance over the square of their mean, without what rounding adds.
     *
     * @return empty where there are few, or where the mean is below the timestamps' resolution
     */
    OptionalDouble variation() {
        double mean = sum / gaps;
        if (gaps < MIN_GAPS || mean < RESOLUTION_MILLIS) {
            return OptionalDouble.empty();
        }
        double variance = squares / gaps - mean * mean - ROUNDING_VARIANCE * RESOLUTION_MILLIS * RESOLUTION_MILLIS;
        return OptionalDouble.of(Math.max(0, variance) / (mean * mean));
    }
}
