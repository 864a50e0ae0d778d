package dev.squeeze.engine.drivers;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * What a driver did so far.
 *
 * @param sent records handed over to the library
 * @param acknowledgedBytes of their keys and values
 * @param encodedBytes of the acknowledged records, as the file of records gives them
 * @param markSum of the acknowledged records, modulo 2^64
 * @param failed records that the library gave up
 * @param blocked calls that handed a record over and took longer than a millisecond: the library made the caller wait
 * @param blockedNanos that these calls took together
 * @param late records that were handed over later than allowed, see {@link DriverLoad#lateAfter}
 * @param begunPartitions that have taken a record
 * @param sending whether every application thread is still at work
 * @param cpuNanos of the whole process, as it reports it
 * @param latestNanos from when a record was due to its acknowledgement, of those acknowledged since the counts before these;
 *     empty where they were not asked for, or the driver does not give them
 */
public record DriverCounts(
        long sent,
        long acknowledged,
        long acknowledgedBytes,
        long encodedBytes,
        long markSum,
        long failed,
        long blocked,
        long blockedNanos,
        long late,
        long maxLateNanos,
        int begunPartitions,
        boolean sending,
        long cpuNanos,
        Optional<Histogram> latestNanos) {
    private static final String LATEST = "latestNanos";
    /** A system that counts in steps of 10 ms shows up to one less of user time, and one of system time. */
    private static final Duration STEPS = Duration.ofMillis(20);

    static DriverCounts of(JsonNode message) {
        return new DriverCounts(
                DriverMessages.number(message, "sent"),
                DriverMessages.number(message, "acknowledged"),
                DriverMessages.number(message, "acknowledgedBytes"),
                DriverMessages.number(message, "encodedBytes"),
                DriverMessages.number(message, "markSum"),
                DriverMessages.number(message, "failed"),
                DriverMessages.number(message, "blocked"),
                DriverMessages.number(message, "blockedNanos"),
                DriverMessages.number(message, "late"),
                DriverMessages.number(message, "maxLateNanos"),
                (int) DriverMessages.number(message, "begunPartitions"),
                message.path("sending").asBoolean(),
                DriverMessages.number(message, "cpuNanos"),
                message.has(LATEST) ? Optional.of(DriverMessages.histogram(message, LATEST)) : Optional.empty());
    }

    /**
     * CPU time of the process: what it reports, which is finer than what the system shows, as far as the two agree. Users have
     * drivers of their own, which may report anything.
     *
     * @param before what the system showed before these counts were asked for; empty where it shows nothing
     * @param after the same, once they had come
     * @return empty where neither the system nor the driver has it
     */
    public Optional<Duration> cpu(Optional<Duration> before, Optional<Duration> after) {
        Duration own = Duration.ofNanos(cpuNanos);
        if (before.isEmpty() || after.isEmpty()) {
            return cpuNanos > 0 ? Optional.of(own) : Optional.empty();
        }
        Duration most = after.get().plus(STEPS);
        return Optional.of(own.compareTo(before.get()) < 0 ? before.get() : own.compareTo(most) > 0 ? most : own);
    }
}
