package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.kit.unit.ArrivalRate;

/**
 * What the advisor is asked.
 *
 * @param current today's settings
 * @param objective what to minimise
 * @param limits that a recommendation keeps within
 * @param rate the arrival rate as it was given
 * @param rateIsAssumed true where neither the user nor the data gave the rate
 * @param fromLog what was taken from the records' log
 */
public record AdviceRequest(
        ProducerSettings current,
        Objective objective,
        Limits limits,
        ArrivalRate rate,
        boolean rateIsAssumed,
        FromLog fromLog) {

    /** For records that are not stored in batches. */
    public AdviceRequest(
            ProducerSettings current, Objective objective, Limits limits, ArrivalRate rate, boolean rateIsAssumed) {
        this(current, objective, limits, rate, rateIsAssumed, FromLog.NOTHING);
    }
}
