package dev.squeeze.engine.predict;

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

    /** @param seconds between the oldest and the newest record */
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
