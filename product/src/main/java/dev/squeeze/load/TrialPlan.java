package dev.squeeze.load;

import java.time.Duration;

/**
 * How long the parts of a trial take.
 *
 * @param ramp sending before the measuring begins
 * @param window measuring
 * @param untilSettled whether the window may end sooner, once the load has settled: a warm-up
 * @param patience the longest that a call to Kafka may take, and the longest without progress
 * @param topicsKept whether the topics stay
 */
public record TrialPlan(Duration ramp, Duration window, boolean untilSettled, Duration patience, boolean topicsKept) {
    public TrialPlan {
        if (ramp.isNegative() || window.isNegative() || window.isZero()) {
            throw new IllegalArgumentException("a trial needs time to measure, not " + window);
        }
        if (patience.toMillis() < 1_000) {
            throw new IllegalArgumentException("patience of less than a second is none: " + patience);
        }
    }

    /** A trial of a fixed length. */
    public TrialPlan(Duration ramp, Duration window, Duration patience, boolean topicsKept) {
        this(ramp, window, false, patience, topicsKept);
    }

    public TrialPlan withWindow(Duration other) {
        return new TrialPlan(ramp, other, untilSettled, patience, topicsKept);
    }

    /** A warm-up: until the load has settled, and no longer than this. */
    public TrialPlan warmUp(Duration most) {
        return new TrialPlan(ramp, most, true, patience, topicsKept);
    }
}
