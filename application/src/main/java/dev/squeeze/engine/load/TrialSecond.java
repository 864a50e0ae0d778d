package dev.squeeze.engine.load;

import java.util.Optional;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/**
 * What happened in about a second of a trial.
 *
 * @param untilSeconds its end, since the first record was due
 * @param seconds its length
 * @param due records that were due in it by the schedule; in closed loop those that were handed over
 * @param sent records handed to send()
 * @param acknowledged records that the broker took
 * @param acknowledgedBytes of their keys and values
 * @param wireBytes that the producers sent; absent where that is not known
 * @param failed records that were given up or refused
 * @param backlog records due and not acknowledged, at its end
 * @param acknowledgeNanos from when a record was due to its acknowledgement, of those acknowledged in it; absent where it was
 *     not asked for or is not known before the end
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
