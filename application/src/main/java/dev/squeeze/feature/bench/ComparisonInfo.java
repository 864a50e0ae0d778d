package dev.squeeze.feature.bench;

import dev.squeeze.engine.experiment.Comparison;
import dev.squeeze.engine.experiment.Metric;
import java.util.Locale;

/**
 * One arm compared with the baseline in one metric.
 *
 * @param metric {@link dev.squeeze.engine.experiment.Metric#key}
 * @param ratio figure of the arm divided by that of the baseline
 * @param low lower end of its interval
 * @param high upper end
 * @param confidence confidence of this interval, chosen so that all intervals of an arm hold together at 95 %
 * @param rounds number of paired rounds
 * @param difference whether the interval excludes equality, and the difference is at least {@code --min-effect}
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
    /**
     * If the upper end of the interval is more than this many times the lower one, the ratio is practically unknown.
     */
    static final double TOO_WIDE = 4;

    /** The outcome of a comparison. */
    enum Outcome {
        DIFFERENT,
        /** Different or not, the difference is smaller than {@code --min-effect}. */
        BELOW_MIN_EFFECT,
        NOT_DETECTED,
        /** The interval is so wide that even a difference of several times would not have been detected. */
        INCONCLUSIVE
    }

    /** Meaning of a difference for the user; for metrics of which neither more nor less is better, only its sign. */
    enum Direction {
        BETTER,
        WORSE,
        MORE,
        LESS;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Direction of the difference, if there is one. */
    Direction direction() {
        boolean more = ratio > 1;
        return switch (Metric.withKey(metric).map(Metric::better).orElse(Metric.Better.NEITHER)) {
            case MORE -> more ? Direction.BETTER : Direction.WORSE;
            case LESS -> more ? Direction.WORSE : Direction.BETTER;
            case NEITHER -> more ? Direction.MORE : Direction.LESS;
        };
    }

    /** @param minEffect the smallest difference that is reported, as a share */
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

    /** @param minEffect the smallest difference that is reported, as a share */
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
