package dev.squeeze.feature.copy;

import java.time.Duration;

/**
 * Failures in a row, and whether it is time to give up. The time counts from the first failure on, not from the last
 * success: a process that was suspended for an hour has not tried for an hour. For the same reason a single attempt counts
 * for no more than an attempt can take.
 */
final class RetrySeries {
    private final long timeoutNanos;
    private final long maxAttemptNanos;
    private boolean failing;
    private long lastFailureNanos;
    private long triedNanos;

    /**
     * @param timeout how long to retry
     * @param maxAttempt what an attempt can take while the process runs, with the pause before it
     */
    RetrySeries(Duration timeout, Duration maxAttempt) {
        this.timeoutNanos = timeout.toNanos();
        this.maxAttemptNanos = maxAttempt.toNanos();
    }

    /** @return whether to try again; always true for the first failure of a series */
    boolean failed(long nowNanos) {
        if (failing) {
            triedNanos += Math.min(maxAttemptNanos, nowNanos - lastFailureNanos);
        }
        failing = true;
        lastFailureNanos = nowNanos;
        return triedNanos <= timeoutNanos;
    }

    /** Ends the series: the next failure is the first of another. */
    void succeeded() {
        failing = false;
        triedNanos = 0;
    }
}
