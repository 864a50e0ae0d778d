package dev.squeeze.feature.copy;

import java.time.Duration;

/**
 * Decides after consecutive failures whether to give up. The time counts from the first failure, not from the last
 * success: a process that was suspended for an hour has not been retrying for an hour. For the same reason a single
 * attempt counts for no more than the longest time that an attempt can take.
 */
final class RetrySeries {
    private final long timeoutNanos;
    private final long maxAttemptNanos;
    private boolean failing;
    private long lastFailureNanos;
    private long triedNanos;

    /**
     * @param timeout how long to retry
     * @param maxAttempt longest time that an attempt can take while the process runs, including the pause before it
     */
    RetrySeries(Duration timeout, Duration maxAttempt) {
        this.timeoutNanos = timeout.toNanos();
        this.maxAttemptNanos = maxAttempt.toNanos();
    }

    /** @return whether to retry; always true for the first failure of a series */
    boolean failed(long nowNanos) {
        if (failing) {
            triedNanos += Math.min(maxAttemptNanos, nowNanos - lastFailureNanos);
        }
        failing = true;
        lastFailureNanos = nowNanos;
        return triedNanos <= timeoutNanos;
    }

    /** Ends the series: the next failure starts a new one. */
    void succeeded() {
        failing = false;
        triedNanos = 0;
    }
}
