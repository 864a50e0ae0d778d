package dev.squeeze.engine.drivers;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * Counts of a driver so far.
 *
 * @param sent records handed to the library
 * @param acknowledgedBytes size of the acknowledged records' keys and values
 * @param encodedBytes sum over the acknowledged records, as given in the file of records
 * @param markSum sum of the acknowledged records' marks, modulo 2^64
 * @param failed records that the library gave up
 * @param blocked calls to send a record that took longer than a millisecond, because the library blocked the caller
 * @param blockedNanos total duration of these calls
 * @param late records that were sent later than allowed, see {@link DriverLoad#lateAfter}
 * @param begunPartitions number of partitions that have received a record
 * @param sending whether every application thread is still running
 * @param cpuNanos CPU time of the whole process, as reported by the driver
 * @param latestNanos time from when a record was due to its acknowledgement, for records acknowledged since the
 *     previous counts; empty if not requested, or not supported by the driver
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
    /**
     * A system that counts CPU time in steps of 10 ms may report up to one step less of user time, and one of system
     * time.
     */
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
     * CPU time of the process: the driver's own value, which has a higher resolution than the system's, limited to the
     * range that the system's values allow. Users may write their own drivers, which may report anything.
     *
     * @param before the system's value before these counts were requested; empty if unavailable
     * @param after the system's value once they had arrived
     * @return empty if neither the system nor the driver reports it
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
