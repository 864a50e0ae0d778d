package dev.squeeze.engine.load;

import java.time.Duration;
import java.util.OptionalLong;

/**
 * Durations and limits of a trial.
 *
 * @param ramp minimum time of sending before measuring begins; a trial of a fixed length extends it briefly until every
 *     partition has received a record
 * @param window duration of measuring
 * @param untilSettled whether the window may end early, once the load has settled: a warm-up
 * @param timeout limit for a call to Kafka, and for the time without progress
 * @param topicsKept whether the topics are kept afterwards
 * @param records the window ends once this many records have been acknowledged in it; if absent, by time alone
 */
public record TrialPlan(
        Duration ramp,
        Duration window,
        boolean untilSettled,
        Duration timeout,
        boolean topicsKept,
        OptionalLong records) {
    /** A longer trial may write more than fits on a disk. */
    private static final Duration KEPT_WHOLE = Duration.ofSeconds(60);

    public TrialPlan {
        if (ramp.isNegative() || window.isNegative() || window.isZero()) {
            throw new IllegalArgumentException(
                    "the window must be above 0 and the ramp at least 0, got " + window + " and " + ramp);
        }
        if (timeout.toMillis() < 1_000) {
            throw new IllegalArgumentException("the timeout must be at least 1 s, got " + timeout);
        }
    }

    /** A trial of a fixed length. */
    public TrialPlan(Duration ramp, Duration window, Duration timeout, boolean topicsKept) {
        this(ramp, window, false, timeout, topicsKept, OptionalLong.empty());
    }

    /** A trial that ends after {@code number} records, or at the end of the window if that is earlier. */
    public TrialPlan ofRecords(long number) {
        if (number < 1) {
            throw new IllegalArgumentException("a trial needs at least 1 record, got " + number);
        }
        return new TrialPlan(ramp, window, false, timeout, topicsKept, OptionalLong.of(number));
    }

    /**
     * Whether the trial is so long that, if consumers read at the same time, its records need not all be kept until its
     * end.
     */
    public boolean isLong() {
        return window.compareTo(KEPT_WHOLE) > 0 && records.isEmpty();
    }

    public TrialPlan withWindow(Duration other) {
        return new TrialPlan(ramp, other, untilSettled, timeout, topicsKept, records);
    }

    /** A warm-up that lasts until the load has settled, but no longer than {@code max}. */
    public TrialPlan warmUp(Duration max) {
        return new TrialPlan(ramp, max, true, timeout, topicsKept, OptionalLong.empty());
    }
}
