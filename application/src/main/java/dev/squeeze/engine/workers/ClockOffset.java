package dev.squeeze.engine.workers;

import java.time.Duration;

/**
 * Offset of another process's clocks from our own, from the fastest of several round trips (RFC 5905, section 8).
 *
 * @param monotonicNanos to be added to our {@link System#nanoTime} to get the other's
 * @param wallNanos by how much the other's wall clock is ahead of ours; negative if it is behind
 * @param errorNanos maximum error of both: half of the round trip
 * @param samples number of round trips that it was chosen from
 */
public record ClockOffset(long monotonicNanos, long wallNanos, long errorNanos, int samples) {
    /** Offset of a process whose clock has not been measured yet. */
    static final ClockOffset UNKNOWN = new ClockOffset(0, 0, Duration.ofHours(1).toNanos(), 0);

    /**
     * Offset from one round trip.
     *
     * @param sent when the ping was sent, by our clock
     * @param received when it was received, by the other's clock
     * @param answered when the answer was sent, by the other's clock
     * @param returned when the answer was received, by our clock
     * @param wallDifference how far the other's wall clock is ahead of its monotonic clock, minus the same for ours
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
