package dev.squeeze.feature.survey;

import dev.squeeze.engine.inspection.StretchTotals;
import dev.squeeze.engine.predict.CostModel;
import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.ResourceEstimate;
import dev.squeeze.feature.advise.MoneyDoubt;
import dev.squeeze.feature.advise.Savings;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Savings of a topic of which only a part was read. What the advisor computes applies to the part that was read.
 *
 * @param savings of the whole topic
 * @param leaveIt why the savings are not worth a change after all; empty if they are
 */
record SampledSavings(Savings savings, Optional<String> leaveIt) {
    /**
     * Extrapolates savings to the whole topic.
     *
     * @param rateFactor factor by which the rate may differ from the mean of a month
     */
    static SampledSavings of(
            Savings read,
            StretchTotals stretches,
            Prediction current,
            Prediction best,
            CostModel costs,
            double rateFactor) {
        OptionalDouble share = stretches.savingHalfWidth(best.ratio());
        Widening widening = new Widening(share);
        Savings savings = new Savings(
                widening.of(read.money(), costs.byRatio(current, ResourceEstimate::bytesMoney)),
                widening.of(read.wireGigabytes(), costs.byRatio(current, ResourceEstimate::wireGigabytesPerMonth)),
                widening.of(read.diskGigabytes(), costs.byRatio(current, ResourceEstimate::diskGigabytes)),
                widening.of(read.cores(), 0));
        return new SampledSavings(
                savings.atRateWithin(rateFactor),
                reason(savings.money(), share, costs.prices().currency()));
    }

    private static Optional<String> reason(ConfidenceInterval money, OptionalDouble share, String currency) {
        return MoneyDoubt.about(money)
                .map(doubt -> doubt == MoneyDoubt.WITHIN_ERROR && share.isEmpty()
                        ? "too few parts of it were read for an interval: raise --sample"
                        : doubt.words(money, currency));
    }

    /** Errors of the model and of the sample are independent, so their squares add up. */
    private record Widening(OptionalDouble share) {
        ConfidenceInterval of(ConfidenceInterval model, double today) {
            double estimate = model.estimate();
            double ofModel = model.high() - estimate;
            double ofSample = share.isPresent() ? share.getAsDouble() * today : Math.abs(estimate);
            return ConfidenceInterval.around(estimate, Math.hypot(ofModel, ofSample), model.n());
        }
    }
}
