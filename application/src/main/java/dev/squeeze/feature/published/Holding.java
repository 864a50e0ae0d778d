package dev.squeeze.feature.published;

import com.fasterxml.jackson.annotation.JsonAlias;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.Optional;

/**
 * Whether a published finding still holds, judged by the interval of the measured figure alone. The strength of a difference
 * is the logarithm of its quotient: 2 times is half as strong as 4 times, and as strong as a half.
 */
public enum Holding {
    HOLDS("still holds", "still hold"),
    HOLDS_WEAKER("holds, but weaker", "hold, but weaker"),
    NO_LONGER_HOLDS("no longer holds", "no longer hold"),
    @JsonAlias("cannot-be-told")
    INCONCLUSIVE("inconclusive", "inconclusive");

    /** A difference is weaker if its whole interval is below this part of the published strength. */
    public static final double WEAKER_BELOW = 0.5;
    /** A difference is gone if it may be none and is at most this part of the published strength. */
    public static final double GONE_BELOW = 0.25;
    /** A difference is gone, though it is one for sure, if its whole interval is below this part of the published strength. */
    public static final double NEGLIGIBLE_BELOW = 0.1;
    /** Figures published as equal still are if their quotient is within this factor of 1. */
    public static final double EQUAL_WITHIN = 1.1;

    private final String words;
    private final String wordsOfSeveral;

    Holding(String words, String wordsOfSeveral) {
        this.words = words;
        this.wordsOfSeveral = wordsOfSeveral;
    }

    /** As in a sentence that begins with the finding. */
    public String words() {
        return words;
    }

    /** The same of several findings. */
    public String wordsOfSeveral() {
        return wordsOfSeveral;
    }

    /** The side of a published value that the measured one must be on, for a finding that is a bound. */
    public enum Bound {
        AT_MOST,
        AT_LEAST
    }

    /**
     * Judges a quotient.
     *
     * @param published above 0; 1 for no difference
     * @param measured the same quotient as measured; absent without an interval or a figure
     */
    public static Holding ofQuotient(double published, Optional<ConfidenceInterval> measured) {
        if (!(published > 0)) {
            throw new IllegalArgumentException("a quotient is above 0, not " + published);
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
     * Judges a quotient whose difference was found to be small: it still is where the whole interval is at most so strong that
     * the published difference is {@link #WEAKER_BELOW} of it.
     *
     * @param published above 0; 1 for no difference
     * @param measured the same quotient as measured; absent without an interval or a figure
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
