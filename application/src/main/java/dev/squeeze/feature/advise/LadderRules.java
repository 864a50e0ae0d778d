package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.Prediction;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * Rules for building a ladder, and for which settings may be on it.
 *
 * @param allowed whether a prediction meets the limits
 * @param settled whether the batches do not depend on how a producer started. Settings whose batches do are not
 *     recommended, and are shown only for the codec alone, since that is what people try first
 * @param keep share of the largest saving that the recommended rung must reach, up to 1
 * @param money cost per month of a prediction
 */
record LadderRules(
        Predicate<Prediction> allowed, Predicate<Prediction> settled, double keep, ToDoubleFunction<Prediction> money) {
    LadderRules(Predicate<Prediction> allowed, Predicate<Prediction> settled, double keep) {
        this(allowed, settled, keep, prediction -> prediction.resources().money());
    }

    /** The same rules if all work takes this many times its predicted CPU time. */
    LadderRules atCpuTime(double factor) {
        return new LadderRules(
                allowed,
                settled,
                keep,
                prediction -> money.applyAsDouble(prediction)
                        + (factor - 1) * prediction.resources().cpuMoney());
    }

    /** Whether a step from today's settings may lead to these. */
    boolean mayBeOn(Step step, Prediction one, Prediction today) {
        return step.allows(one.settings(), today.settings())
                && allowed.test(one)
                && (step == Step.CODEC || settled.test(one))
                && isAnotherLingerOfUse(one, today);
    }

    /**
     * A shorter linger than today's saves nothing and only helps to meet a limit. A longer one has no effect on batches
     * that are already full, unless {@code batch.size} grows too.
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
