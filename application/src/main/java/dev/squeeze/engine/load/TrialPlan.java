package dev.squeeze.engine.load;

import java.time.Duration;
import java.util.OptionalLong;

/**
 * How long the parts of a trial take.
 *
 * @param ramp sending before the measuring begins, at least; a trial of a fixed length goes on with it for a moment until
 *     every partition has taken a record
 * @param window measuring
 * @param untilSettled whether the window may end sooner, once the load has settled: a warm-up
 * @param timeout the longest that a call to Kafka may take, and the longest without progress
 * @param topicsKept whether the topics stay
 * @param records the window ends once so many were acknowledged in it; without it, by time alone
 */
public record TrialPlan(
        Duration ramp,
        Duration window,
        boolean untilSettled,
        Duration timeout,
        boolean topicsKept,
        OptionalLong records) {
    /** A longer trial may write more than a disk holds. */
    private static final Duration KEPT_WHOLE = Duration.ofSeconds(60);

    public TrialPlan {
        if (ramp.isNegative() || window.isNegative() || window.isZero()) {
            throw new IllegalArgumentException(
                    "the window must be above 0 and the ramp not below, got " + window + " and " + ramp);
        }
        if (timeout.toMillis() < 1_000) {
            throw new IllegalArgumentException("the timeout must be at least 1 s, got " + timeout);
        }
    }

    /** A trial of a fixed length. */
    public TrialPlan(Duration ramp, Duration window, Duration timeout, boolean topicsKept) {
        this(ramp, window, false, timeout, topicsKept, OptionalLong.empty());
    }

    /** A trial of so many records, and no longer than the window. */
    public TrialPlan ofRecords(long number) {
        if (number < 1) {
            throw new IllegalArgumentException("a trial needs at least 1 record, got " + number);
        }
        return new TrialPlan(ramp, window, false, timeout, topicsKept, OptionalLong.of(number));
    }

    /** Whether what it writes need not all stay until its end, where consumers read meanwhile. */
    public boolean isLong() {
        return window.compareTo(KEPT_WHOLE) > 0 && records.isEmpty();
    }

    public TrialPlan withWindow(Duration other) {
        return new TrialPlan(ramp, other, untilSettled, timeout, topicsKept, records);
    }

    /** A warm-up: until the load has settled, and no longer than this. */
    public TrialPlan warmUp(Duration max) {
        return new TrialPlan(ramp, max, true, timeout, topicsKept, OptionalLong.empty());
    }
}
