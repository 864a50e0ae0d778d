package dev.squeeze.benchmarks;

import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.stats.ConfidenceInterval;

/**
 * An interval and the true value that it should contain.
 *
 * @param file the source
 * @param seed of the sample
 * @param codec the setting
 * @param batchBytes nominal uncompressed bytes of a batch
 * @param interval the ratio as the sweep gave it
 * @param truth the ratio of the whole source
 * @param reason source of the interval's width
 */
record Comparison(
        String file, long seed, Codec codec, int batchBytes, ConfidenceInterval interval, double truth, String reason) {
    /** Tolerance for rounding errors of sums in a different order. */
    private static final double ROUNDING = 1e-9;

    boolean covered() {
        return interval.low() <= truth * (1 + ROUNDING) && interval.high() >= truth * (1 - ROUNDING);
    }

    double halfWidth() {
        return interval.relativeHalfWidth();
    }

    /** Positive if the estimate is too optimistic. */
    double error() {
        return interval.estimate() / truth - 1;
    }

    /** Distance of the truth from the estimate, in half widths of that side; above 1 it is not covered. */
    double halfWidthsOff() {
        double side = truth > interval.estimate()
                ? interval.high() - interval.estimate()
                : interval.estimate() - interval.low();
        double off = Math.abs(truth - interval.estimate());
        return off <= truth * ROUNDING ? 0 : off / Math.max(side, truth * ROUNDING);
    }
}
