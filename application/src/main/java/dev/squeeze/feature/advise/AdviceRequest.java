package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.predict.RateUncertainty;
import dev.squeeze.kit.unit.ArrivalRate;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What the advisor is asked.
 *
 * @param current today's settings
 * @param objective what to minimise
 * @param keep share of the largest saving that is enough, 0 to 1; 0 in documents of earlier versions
 * @param limits that a recommendation keeps within
 * @param rate the arrival rate as it was given
 * @param rateIsAssumed true where neither the user nor the data gave the rate
 * @param rateSeconds how long the data showed the rate for; absent where it was given or assumed
 * @param fromLog what was taken from the records' log
 * @param change where compression may change; absent where only producers may
 */
public record AdviceRequest(
        ProducerSettings current,
        Objective objective,
        double keep,
        Limits limits,
        ArrivalRate rate,
        boolean rateIsAssumed,
        OptionalDouble rateSeconds,
        FromLog fromLog,
        Optional<Change> change) {

    /** For records that are not stored in batches. */
    public AdviceRequest(
            ProducerSettings current, Objective objective, Limits limits, ArrivalRate rate, boolean rateIsAssumed) {
        this(
                current,
                objective,
                objective.keep(OptionalDouble.empty()),
                limits,
                rate,
                rateIsAssumed,
                OptionalDouble.empty(),
                FromLog.NOTHING,
                Optional.empty());
    }

    /** Where compression may change. */
    Change mayChange() {
        return change.orElse(Change.PRODUCER);
    }

    /** How far the rate may be off as that of a month, as a factor either way. */
    double rateFactor() {
        if (rateIsAssumed) {
            return RateUncertainty.ASSUMED;
        }
        return rateSeconds.isPresent() ? RateUncertainty.seenFor(rateSeconds.getAsDouble()) : RateUncertainty.GIVEN;
    }
}
