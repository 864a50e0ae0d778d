package dev.squeeze.feature.published;

import com.fasterxml.jackson.annotation.JsonAlias;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.Optional;

/**
 * Whether a published finding still holds, judged only by the interval of the measured figure. The strength of a
 * difference is the absolute logarithm of its ratio: a factor of 2 is half as strong as a factor of 4, and as strong as
 * a factor of 0.5.
 */
public enum Holding {
    HOLDS("still holds", "still hold"),
    HOLDS_WEAKER("holds, but weaker", "hold, but weaker"),
    NO_LONGER_HOLDS("no longer holds", "no longer hold"),
    @JsonAlias("cannot-be-told")
    INCONCLUSIVE("inconclusive", "inconclusive");

    /** A difference is weaker if its whole interval is below this fraction of the published strength. */
    public static final double WEAKER_BELOW = 0.5;
    /**
     * A difference no longer holds if its interval extends to no difference or beyond, and ends below this fraction of
     * the published strength.
     */
    public static final double GONE_BELOW = 0.25;
    /**
     * A difference no longer holds, although it is significant, if its whole interval is below this fraction of the
     * published strength.
     */
    public static final double NEGLIGIBLE_BELOW = 0.1;
    /** Figures published as equal are still equal if their ratio is within this factor of 1. */
    public static final double EQUAL_WITHIN = 1.1;

    private final String words;
    private final String wordsOfSeveral;

    Holding(String words, String wordsOfSeveral) {
        this.words = words;
        this.wordsOfSeveral = wordsOfSeveral;
    }

    /** The words that follow a single finding. */
    public String words() {
        return words;
    }

    /** The words that follow several findings. */
    public String wordsOfSeveral() {
        return wordsOfSeveral;
    }

    /** The kind of bound that a finding states: the side of the published value on which the measured one must be. */
    public enum Bound {
        AT_MOST,
        AT_LEAST
    }

    /**
     * Judges a ratio.
     *
     * @param published above 0; 1 for no difference
     * @param measured interval of the measured ratio; absent without an interval or a figure
     */
    public static Holding ofQuotient(double published, Optional<ConfidenceInterval> measured) {
        if (!(published > 0)) {
            throw new IllegalArgumentException("a ratio must be above 0, got " + published);
        }
        if (measured.isEmpty() || !(measured.get().low() > 0)) {
            return INCONCLUSIVE;
        }
        ConfidenceInterval ours = measured.get();
        if (published == 1) {
            return ofEquality(ours);
        }
        double strength = Math.abs(Math.log(published));
        double low = published > 1 ? Math.log(ours.low()) : -Math.log(ours.high());
        double high = published > 1 ? Math.log(ours.high()) : -Math.log(ours.low());
        if (high < (low > 0 ? NEGLIGIBLE_BELOW : GONE_BELOW) * strength) {
            return NO_LONGER_HOLDS;
        }
        if (low > 0) {
            return high >= WEAKER_BELOW * strength ? HOLDS : HOLDS_WEAKER;
        }
        return INCONCLUSIVE;
    }

    /**
     * Judges a ratio whose difference was found to be small. It still is if no part of the interval is stronger than
     * the published strength divided by {@link #WEAKER_BELOW}.
     *
     * @param published above 0; 1 for no difference
     * @param measured interval of the measured ratio; absent without an interval or a figure
     */
    public static Holding ofSmall(double published, Optional<ConfidenceInterval> measured) {
        if (published == 1 || measured.isEmpty() || !(measured.get().low() > 0)) {
            return ofQuotient(published, measured);
        }
        double most = Math.abs(Math.log(published)) / WEAKER_BELOW;
        double low = Math.log(measured.get().low());
        double high = Math.log(measured.get().high());
        if (low >= -most && high <= most) {
            return HOLDS;
        }
        return low > most || high < -most ? NO_LONGER_HOLDS : INCONCLUSIVE;
    }

    private static Holding ofEquality(ConfidenceInterval ours) {
        if (ours.low() >= 1 / EQUAL_WITHIN && ours.high() <= EQUAL_WITHIN) {
            return HOLDS;
        }
        return ours.high() < 1 / EQUAL_WITHIN || ours.low() > EQUAL_WITHIN ? NO_LONGER_HOLDS : INCONCLUSIVE;
    }

    /**
     * Judges a figure that was published as a bound.
     *
     * @param published in the unit of {@code measured}
     * @param measured absent without an interval or a figure
     */
    public static Holding ofBound(double published, Bound bound, Optional<ConfidenceInterval> measured) {
        if (measured.isEmpty()) {
            return INCONCLUSIVE;
        }
        boolean below = measured.get().high() <= published;
        boolean above = measured.get().low() >= published;
        if (bound == Bound.AT_MOST ? below : above) {
            return HOLDS;
        }
        return (bound == Bound.AT_MOST ? above : below) ? NO_LONGER_HOLDS : INCONCLUSIVE;
    }
}
