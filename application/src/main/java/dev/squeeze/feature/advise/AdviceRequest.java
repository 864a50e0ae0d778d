package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.predict.RateUncertainty;
import dev.squeeze.kit.unit.ArrivalRate;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Today's settings, the objective and the limits that a recommendation was made for.
 *
 * @param current today's settings
 * @param objective what to minimise
 * @param keep share of the largest saving that is enough, 0 to 1; 0 in documents of earlier versions
 * @param limits that a recommendation must meet
 * @param rate the arrival rate as it was given
 * @param rateIsAssumed true if neither the user nor the data gave the rate
 * @param rateSeconds how long a period the data showed the rate for; absent if it was given or assumed
 * @param fromLog what was taken from the records' log
 * @param change where compression may change; absent if only producers may
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

    Change mayChange() {
        return change.orElse(Change.PRODUCER);
    }

    /** By what factor, either way, the rate may differ from the monthly mean. */
    double rateFactor() {
        if (rateIsAssumed) {
            return RateUncertainty.ASSUMED;
        }
        return rateSeconds.isPresent() ? RateUncertainty.seenFor(rateSeconds.getAsDouble()) : RateUncertainty.GIVEN;
    }
}
