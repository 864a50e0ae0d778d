package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.Prediction;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * What a ladder is built by, and which settings may be on it.
 *
 * @param allowed whether a prediction keeps within the limits
 * @param settled whether its batches do not depend on how a producer started; others are not recommended, and only the
 *     codec alone is shown of them, since that is what people try first
 * @param keep share of the largest saving that the recommended rung reaches, up to 1
 * @param money a month's, of a prediction
 */
record LadderRules(
        Predicate<Prediction> allowed, Predicate<Prediction> settled, double keep, ToDoubleFunction<Prediction> money) {
    LadderRules(Predicate<Prediction> allowed, Predicate<Prediction> settled, double keep) {
        this(allowed, settled, keep, prediction -> prediction.resources().money());
    }

    /** The same where cores of everybody take another time for the same work. */
    LadderRules atCpuTime(double factor) {
        return new LadderRules(
                allowed,
                settled,
                keep,
                prediction -> money.applyAsDouble(prediction)
                        + (factor - 1) * prediction.resources().cpuMoney());
    }

    /** Whether settings may be taken in a step from today's. */
    boolean mayBeOn(Step step, Prediction one, Prediction today) {
        return step.allows(one.settings(), today.settings())
                && allowed.test(one)
                && (step == Step.CODEC || settled.test(one))
                && isAnotherLingerOfUse(one, today);
    }

    /**
     * A shorter linger than today's saves nothing: it is only for those who have to keep within a limit. A longer one does nothing for
     * batches that are full: larger ones do.
     */
    private boolean isAnotherLingerOfUse(Prediction one, Prediction today) {
        int longer = one.settings().lingerMillis() - today.settings().lingerMillis();
        if (longer < 0) {
            return !allowed.test(today);
        }
        return longer == 0
                || !one.fill().full()
                || one.settings().batchSizeBytes() > today.settings().batchSizeBytes();
    }
}
