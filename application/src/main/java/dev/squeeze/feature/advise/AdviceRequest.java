package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.kit.unit.ArrivalRate;

/**
 * What is asked of the advisor.
 *
 * @param current today's settings
 * @param objective what to look for
 * @param limits what not to exceed
 * @param rate the arrival rate as it was said
 * @param rateIsAssumed true where neither the user nor the data told the rate
 * @param fromLog what the records' log told
 */
public record AdviceRequest(
        ProducerSettings current,
        Objective objective,
        Limits limits,
        ArrivalRate rate,
        boolean rateIsAssumed,
        FromLog fromLog) {

    /** For records that lie in no batches. */
    public AdviceRequest(
            ProducerSettings current, Objective objective, Limits limits, ArrivalRate rate, boolean rateIsAssumed) {
        this(current, objective, limits, rate, rateIsAssumed, FromLog.NOTHING);
    }
}
