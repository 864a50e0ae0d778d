package dev.squeeze.engine.workers;

import java.time.Duration;

/**
 * How another process's clocks stand to our own, by the quickest of several round trips (RFC 5905, section 8).
 *
 * @param monotonicNanos to be added to our {@link System#nanoTime} to get the other's
 * @param wallNanos by which the other's time of day is ahead of ours; negative where it is behind
 * @param errorNanos the most by which both may be wrong: half of the round trip
 * @param samples round trips that it was taken from
 */
public record ClockOffset(long monotonicNanos, long wallNanos, long errorNanos, int samples) {
    /** Of somebody whose clock was not asked for yet. */
    static final ClockOffset UNKNOWN = new ClockOffset(0, 0, Duration.ofHours(1).toNanos(), 0);

    /**
     * Of one round trip.
     *
     * @param sent by our clock
     * @param received by the other's
     * @param answered by the other's
     * @param returned by ours
     * @param wallDifference how far the other's time of day is ahead of its monotonic clock, less the same of ours
     */
    static ClockOffset of(long sent, long received, long answered, long returned, long wallDifference) {
        long monotonic = ((received - sent) + (answered - returned)) / 2;
        long roundTrip = (returned - sent) - (answered - received);
        return new ClockOffset(monotonic, monotonic + wallDifference, Math.max(0, roundTrip) / 2, 1);
    }

    ClockOffset of(int all) {
        return new ClockOffset(monotonicNanos, wallNanos, errorNanos, all);
    }

    public Duration roundTrip() {
        return Duration.ofNanos(2 * errorNanos);
    }
}
