package dev.squeeze.engine.predict;

import dev.squeeze.kit.stats.ConfidenceInterval;

/**
 * How far the rate that is taken for a month's mean may be off, as a factor either way. Traffic has hours and weekdays that
 * are quiet or busy, so a rate that was seen for a short time is that of this time alone. The factors are a convention, not a
 * measurement: docs/decisions/0037.
 */
public final class RateUncertainty {
    /** Of a rate that the user gave. */
    public static final double GIVEN = 1;
    /** Of a rate that nobody gave and no timestamps showed. */
    public static final double ASSUMED = 2;

    private static final double HOUR = 3_600;
    private static final double DAY = 24 * HOUR;
    private static final double WEEK = 7 * DAY;

    private RateUncertainty() {}

    /** What goes with the rate, where that may be off by a factor either way; whether it is above 0 does not depend on it. */
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

    /** What {@link #within} was made of: for amounts of which the rate is then no part, such as those of a record. */
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

    /** @param seconds from the oldest record until now, or to the newest one where nothing comes any more by itself */
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
