package dev.squeeze.benchmarks.watch;

import dev.squeeze.engine.history.Sums;
import dev.squeeze.engine.history.TimedTotals;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Hours of a topic with daily and weekly rhythms, a drift whose direction changes every few weeks, autocorrelated
 * variation between days, and noise of each hour, which also represents sampling of batches.
 */
final class SimulatedTopic {
    static final long HOUR = 3_600_000;
    private static final int HOURS = 24;
    private static final int WEEK = 7 * HOURS;
    private static final int DRIFT_WEEKS = 6;
    private static final double DAY_DEPENDENCE = 0.4;
    private static final double BYTES_PER_RECORD = 180;
    private static final double RECORDS_PER_HOUR = 3e6;
    private static final double RECORDS_PER_BATCH = 40;

    private final List<Sums<Amount>> hours;

    /**
     * Amount of variation, as fractions.
     *
     * @param drift maximum change per week, up or down
     * @param day standard deviation of days
     * @param hour standard deviation of hours
     */
    record Noise(double drift, double day, double hour) {}

    /** Amounts of an hour. */
    enum Amount {
        RECORDS,
        BATCHES,
        BYTES
    }

    SimulatedTopic(int weeks, Noise noise, long seed) {
        this.hours = new ArrayList<>();
        Random random = new Random(seed);
        double level = 0;
        double slope = 0;
        double day = 0;
        for (int hour = 0; hour < weeks * WEEK; hour++) {
            if (hour % (DRIFT_WEEKS * WEEK) == 0) {
                slope = (2 * random.nextDouble() - 1) * noise.drift() / WEEK;
            }
            if (hour % HOURS == 0) {
                day = DAY_DEPENDENCE * day
                        + noise.day() * Math.sqrt(1 - DAY_DEPENDENCE * DAY_DEPENDENCE) * random.nextGaussian();
            }
            level += slope;
            hours.add(hour(hour, level + day, noise.hour(), random));
        }
    }

    private static Sums<Amount> hour(int hour, double logLevel, double noise, Random random) {
        DayOfWeek weekday =
                Instant.ofEpochMilli(hour * HOUR).atOffset(ZoneOffset.UTC).getDayOfWeek();
        boolean weekend = weekday == DayOfWeek.SATURDAY || weekday == DayOfWeek.SUNDAY;
        double wave = Math.sin(2 * Math.PI * (hour % HOURS - 9) / HOURS);
        double rate = (weekend ? 0.4 : 1) * (1 + (weekend ? 0.3 : 0.7) * wave) * Math.exp(0.1 * random.nextGaussian());
        double records = RECORDS_PER_HOUR * rate;
        // Larger batches compress better, so bytes per record have a rhythm too.
        double bytes = BYTES_PER_RECORD
                * Math.exp(logLevel - 0.08 * wave + (weekend ? 0.05 : 0) + noise * random.nextGaussian());
        double depth = RECORDS_PER_BATCH * Math.sqrt(rate) * Math.exp(logLevel + noise * random.nextGaussian());
        return new Sums<>(Amount.class)
                .add(Amount.RECORDS, records)
                .add(Amount.BATCHES, records / depth)
                .add(Amount.BYTES, records * bytes);
    }

    int hours() {
        return hours.size();
    }

    /**
     * A part of it.
     *
     * @param changeHour hour from which the change applies
     * @param bytesFactor factor of stored bytes from then on
     */
    TimedTotals<Amount> part(int fromHour, int untilHour, int changeHour, double bytesFactor) {
        TimedTotals<Amount> totals = new TimedTotals<>(HOUR, Amount.class);
        for (int hour = fromHour; hour < untilHour; hour++) {
            double factor = hour < changeHour ? 1 : bytesFactor;
            Sums<Amount> seen = hours.get(hour);
            totals.add(
                    hour * HOUR,
                    new Sums<>(Amount.class)
                            .add(Amount.RECORDS, seen.of(Amount.RECORDS))
                            .add(Amount.BATCHES, seen.of(Amount.BATCHES))
                            .add(Amount.BYTES, factor * seen.of(Amount.BYTES)));
        }
        return totals;
    }
}
