package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.CostModel;
import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.kit.format.CodecType;
import java.util.Locale;
import java.util.Optional;

/** Whether today's settings should stay. */
final class LeaveIt {
    private static final double INCOMPRESSIBLE_RATIO = 1.05;
    private static final double SMALL_SHARE = 0.02;
    private static final double LEVEL_ALONE_SHARE = 0.05;
    private static final double SMALL_MONEY = 1;

    private LeaveIt() {}

    /** The reason, as a clause; empty where a change is worth it. */
    static Optional<String> reason(
            Prediction current, Prediction best, Savings savings, CostModel costs, AdviceRequest request) {
        if (best.settings().equals(current.settings())) {
            return Optional.of("no other setting does better");
        }
        boolean stays = current.settings().codec().type() == CodecType.NONE;
        if (stays
                && best.ratio() < INCOMPRESSIBLE_RATIO
                && best.settings().storedCodec().type() != CodecType.NONE) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "the records hardly compress (%.2fx at best); they are encrypted, media, or compressed already",
                    best.ratio()));
        }
        double before = request.objective().score(current);
        double gained = (before - request.objective().score(best)) / before;
        if (gained <= 0) {
            return Optional.of("no other setting gains anything");
        }
        if (gained < SMALL_SHARE) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "the best other setting gains only %.1f %%, too little to be worth a change",
                    100 * gained));
        }
        if (onlyLevelDiffers(current.settings(), best.settings()) && gained < LEVEL_ALONE_SHARE) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "only the level would change (%s to %s), for %.1f %%",
                    current.settings().codec(),
                    best.settings().storedCodec(),
                    100 * gained));
        }
        boolean forMoney = request.objective() == Objective.COST || request.objective() == Objective.BALANCED;
        if (forMoney && savings.money().low() <= 0) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "the saving of %.0f %s/month is within its error of %.0f",
                    savings.money().estimate(),
                    costs.prices().currency(),
                    savings.money().high() - savings.money().estimate()));
        }
        if (forMoney && savings.money().estimate() < SMALL_MONEY) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "at this rate the best setting would save only %.2f %s/month",
                    savings.money().estimate(),
                    costs.prices().currency()));
        }
        return Optional.empty();
    }

    private static boolean onlyLevelDiffers(ProducerSettings one, ProducerSettings other) {
        return one.storedCodec().type() == other.storedCodec().type()
                && one.batchSizeBytes() == other.batchSizeBytes()
                && one.lingerMillis() == other.lingerMillis();
    }
}
