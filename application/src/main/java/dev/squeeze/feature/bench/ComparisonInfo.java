package dev.squeeze.feature.bench;

import dev.squeeze.engine.experiment.Comparison;
import dev.squeeze.engine.experiment.Metric;
import java.util.Locale;

/**
 * One arm against the baseline in one metric.
 *
 * @param metric {@link dev.squeeze.engine.experiment.Metric#key}
 * @param ratio the arm over the baseline
 * @param low lower end of its interval
 * @param high upper end
 * @param confidence of this interval, so that all of an arm hold together at 95 %
 * @param rounds pairs behind it
 * @param difference whether the interval leaves equality out, and the difference is at least {@code --min-effect}
 */
public record ComparisonInfo(
        String arm,
        String baseline,
        String metric,
        double ratio,
        double low,
        double high,
        double confidence,
        long rounds,
        boolean difference) {
    /** A quotient whose interval spans more than this, from its lower to its upper end, is hardly known. */
    static final double TOO_WIDE = 4;

    /** What a comparison comes to. */
    enum Outcome {
        DIFFERENT,
        /** Different or not, it is less than anybody wants to know of. */
        BELOW_MIN_EFFECT,
        NOT_DETECTED,
        /** Even several times more or less would not have been noticed. */
        INCONCLUSIVE
    }

    /** What a difference is to a user: of figures that may be either, only where it goes. */
    enum Direction {
        BETTER,
        WORSE,
        MORE,
        LESS;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Of the difference, where there is one. */
    Direction direction() {
        boolean more = ratio > 1;
        return switch (Metric.withKey(metric).map(Metric::better).orElse(Metric.Better.NEITHER)) {
            case MORE -> more ? Direction.BETTER : Direction.WORSE;
            case LESS -> more ? Direction.WORSE : Direction.BETTER;
            case NEITHER -> more ? Direction.MORE : Direction.LESS;
        };
    }

    /** @param minEffect the smallest difference worth naming, as a share */
    Outcome outcome(double minEffect) {
        double bound = 1 + minEffect;
        if (difference) {
            return Outcome.DIFFERENT;
        }
        if ((low > 1 || high < 1) && ratio < bound && ratio > 1 / bound || low > 1 / bound && high < bound) {
            return Outcome.BELOW_MIN_EFFECT;
        }
        return isTooWide() ? Outcome.INCONCLUSIVE : Outcome.NOT_DETECTED;
    }

    boolean isTooWide() {
        return high > TOO_WIDE * low;
    }

    /** @param minEffect the smallest difference worth naming, as a share */
    public static ComparisonInfo of(Comparison comparison, double minEffect) {
        var paired = comparison.paired();
        double ratio = paired.ratio().estimate();
        return new ComparisonInfo(
                comparison.arm(),
                comparison.baseline(),
                comparison.metric().key(),
                ratio,
                paired.ratio().low(),
                paired.ratio().high(),
                paired.confidence(),
                paired.ratio().n(),
                paired.isDifference() && (ratio >= 1 + minEffect || ratio <= 1 / (1 + minEffect)));
    }
}
