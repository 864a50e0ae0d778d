package dev.squeeze.engine.load;

import java.util.Optional;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/**
 * About one second of a trial.
 *
 * @param untilSeconds its end, since the first record was due
 * @param seconds its length
 * @param due records that were due in it on the schedule; in closed loop those sent
 * @param sent records handed to send()
 * @param acknowledged records acknowledged by the broker
 * @param acknowledgedBytes size of their keys and values
 * @param wireBytes bytes that the producers sent; absent if unknown
 * @param failed records that were given up or refused
 * @param backlog records due and not yet acknowledged at its end
 * @param acknowledgeNanos time from when a record was due to its acknowledgement, for those acknowledged in it; absent
 *     if not requested, or if known only at the end of the trial
 */
public record TrialSecond(
        double untilSeconds,
        double seconds,
        long due,
        long sent,
        long acknowledged,
        long acknowledgedBytes,
        OptionalDouble wireBytes,
        long failed,
        long backlog,
        Optional<Histogram> acknowledgeNanos) {}
