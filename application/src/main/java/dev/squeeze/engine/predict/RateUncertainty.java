package dev.squeeze.engine.predict;

import dev.squeeze.kit.stats.ConfidenceInterval;

/**
 * How far a rate that is used as the monthly mean may be off, as a factor in either direction. Traffic has quiet and
 * busy hours and weekdays, so a rate observed over a short time is valid only for that time. The factors are a
 * convention, not a measurement: docs/decisions/0037.
 */
public final class RateUncertainty {
    /** For a rate specified by the user. */
    public static final double GIVEN = 1;
    /** For a rate that was neither specified nor visible in timestamps. */
    public static final double ASSUMED = 2;

    private static final double HOUR = 3_600;
    private static final double DAY = 24 * HOUR;
    private static final double WEEK = 7 * DAY;

    private RateUncertainty() {}

    /**
     * Widens the interval of an amount proportional to the rate, which may be off by a factor in either direction.
     * Whether the amount is above 0 does not depend on the rate.
     */
    public static ConfidenceInterval within(ConfidenceInterval known, double factor) {
        return factor == 1
                ? known
                : new ConfidenceInterval(
                        known.estimate(),
                        Math.min(known.low() * factor, known.low() / factor),
                        Math.max(known.high() * factor, known.high() / factor),
                        known.n(),
                        false);
    }

    /** Inverse of {@link #within}: for amounts that no longer depend on the rate, such as those per record. */
    public static ConfidenceInterval without(ConfidenceInterval wide, double factor) {
        return factor == 1
                ? wide
                : new ConfidenceInterval(
                        wide.estimate(),
                        Math.max(wide.low() * factor, wide.low() / factor),
                        Math.min(wide.high() * factor, wide.high() / factor),
                        wide.n(),
                        false);
    }

    /** @param seconds from the oldest record until now, or to the newest one if no more records arrive by themselves */
    public static double seenFor(double seconds) {
        if (seconds < HOUR) {
            return 2;
        }
        if (seconds < DAY) {
            return 1.5;
        }
        return seconds < WEEK ? 1.2 : 1.1;
    }
}
