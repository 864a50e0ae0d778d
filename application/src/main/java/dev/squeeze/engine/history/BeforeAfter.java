package dev.squeeze.engine.history;

import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.stats.LevelShift;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The change of a quotient at a point in time, adjusted for daily and weekly rhythms. Blocks are days that begin at the
 * hour when the change was complete, so that each hour is compared with the same hour of other days; the share of
 * weekend hours in a block, and a trend across both sides, are fitted as well. Days count as independent observations,
 * hours of a day do not. If fewer than three days were observed before the change, short consecutive blocks are used
 * instead, and rhythms cannot be adjusted for.
 *
 * @param before the quotient over all records before
 * @param after the quotient over all records after
 * @param change after divided by before, minus 1, for the same hours
 * @param byDays whether daily rhythms were adjusted for
 * @param blocksBefore number of blocks before
 * @param blocksAfter number of blocks after
 */
public record BeforeAfter(
        double before, double after, ConfidenceInterval change, boolean byDays, int blocksBefore, int blocksAfter) {
    private static final long HOUR = 3_600_000;
    private static final long DAY = 24 * HOUR;
    private static final int HOURS = 24;
    private static final int MIN_DAYS_BEFORE = 3;
    /** Older days are not informative about the present. */
    private static final int MAX_DAYS_BEFORE = 28;

    private static final int SHORT_BLOCKS = 12;
    private static final int MIN_SHORT_BLOCKS = 3;

    /**
     * @param confidence of the interval, such as 0.95
     * @return empty if too little was observed before or after
     */
    public static Optional<BeforeAfter> of(TimedTotals.Quotient<?> series, Periods periods, double confidence) {
        long change = periods.change().toEpochMilli();
        TimedTotals.Parts before = series.between(periods.from().toEpochMilli(), change);
        TimedTotals.Parts after =
                series.between(periods.settled().toEpochMilli(), periods.until().toEpochMilli());
        if (!before.observed() || !after.observed()) {
            return Optional.empty();
        }
        boolean byDays = periods.before().toMillis() >= MIN_DAYS_BEFORE * DAY
                && periods.until().toEpochMilli() - firstWholeAfter(series, periods) >= HOUR
                && series.pieceMillis() <= HOUR;
        Blocks blocks = byDays ? days(series, periods) : shortBlocks(series, periods);
        int firstAfter = blocks.before;
        if (firstAfter < MIN_SHORT_BLOCKS || blocks.levels.size() - firstAfter < (byDays ? 1 : MIN_SHORT_BLOCKS)) {
            return Optional.empty();
        }
        return LevelShift.of(array(blocks.levels), array(blocks.weekend), firstAfter, confidence)
                .map(shift -> new BeforeAfter(
                        before.value(),
                        after.value(),
                        relative(shift.step()),
                        byDays,
                        firstAfter,
                        blocks.levels.size() - firstAfter));
    }

    private static ConfidenceInterval relative(ConfidenceInterval logarithm) {
        return new ConfidenceInterval(
                Math.expm1(logarithm.estimate()),
                Math.expm1(logarithm.low()),
                Math.expm1(logarithm.high()),
                logarithm.n(),
                false);
    }

    private static double[] array(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** Logarithms of the quotient, adjusted for hours, in chronological order. */
    private static final class Blocks {
        private final List<Double> levels = new ArrayList<>();
        private final List<Double> weekend = new ArrayList<>();
        private int before;

        void add(double level, double shareOfWeekend) {
            levels.add(level);
            weekend.add(shareOfWeekend);
        }
    }

    /** Days divided into hours, starting at the first whole piece after the change. */
    private static Blocks days(TimedTotals.Quotient<?> series, Periods periods) {
        long start = firstWholeAfter(series, periods);
        long end = lastWholeBefore(series, periods);
        int daysBefore = (int) Math.min(MAX_DAYS_BEFORE, (start - periods.from().toEpochMilli()) / DAY);
        long since = periods.until().toEpochMilli() - start;
        int daysAfter = (int) (since / DAY);
        // If the first day after the change is incomplete, only its complete hours are compared with the same hours
        // before.
        int hours = daysAfter > 0 ? HOURS : (int) (since / HOUR);
        int allAfter = Math.max(1, daysAfter);
        double[][] logs = new double[daysBefore + allAfter][hours];
        double[] weights = new double[hours];
        double[] means = new double[hours];
        for (int hour = 0; hour < hours; hour++) {
            int seen = 0;
            for (int day = 0; day < logs.length; day++) {
                long from = start + (day - daysBefore) * DAY + hour * HOUR;
                boolean ofChange = from < start && from + HOUR > end;
                TimedTotals.Parts sums = series.between(from, from + HOUR);
                logs[day][hour] = sums.observed() && !ofChange ? Math.log(sums.value()) : Double.NaN;
                if (day < daysBefore && !Double.isNaN(logs[day][hour])) {
                    weights[hour] += sums.below();
                    means[hour] += logs[day][hour];
                    seen++;
                }
            }
            means[hour] /= Math.max(1, seen);
        }
        Blocks blocks = new Blocks();
        for (int day = 0; day < logs.length; day++) {
            // The day of the change itself has no rows and is left out, like all days that were not observed.
            Optional<Double> level = level(logs[day], means, weights);
            if (level.isPresent()) {
                blocks.add(level.get(), weekend(periods, start + (day - daysBefore) * DAY, hours));
                blocks.before += day < daysBefore ? 1 : 0;
            }
        }
        return blocks;
    }

    /** Start of the piece in which the change fell, which contains records from before and after it. */
    private static long lastWholeBefore(TimedTotals.Quotient<?> series, Periods periods) {
        return Math.floorDiv(periods.change().toEpochMilli(), series.pieceMillis()) * series.pieceMillis();
    }

    private static long firstWholeAfter(TimedTotals.Quotient<?> series, Periods periods) {
        return -Math.floorDiv(-periods.settled().toEpochMilli(), series.pieceMillis()) * series.pieceMillis();
    }

    /**
     * Weighted mean, over the hours, of the difference from that hour's mean; empty if most of the day's traffic was
     * not observed.
     */
    private static Optional<Double> level(double[] logs, double[] means, double[] weights) {
        double sum = 0;
        double weight = 0;
        double all = 0;
        for (int hour = 0; hour < logs.length; hour++) {
            all += weights[hour];
            if (!Double.isNaN(logs[hour]) && weights[hour] > 0) {
                sum += weights[hour] * (logs[hour] - means[hour]);
                weight += weights[hour];
            }
        }
        return weight > all / 2 ? Optional.of(sum / weight) : Optional.empty();
    }

    private static double weekend(Periods periods, long fromMillis, int hours) {
        int found = 0;
        for (int hour = 0; hour < hours; hour++) {
            DayOfWeek day = ZonedDateTime.ofInstant(Instant.ofEpochMilli(fromMillis + hour * HOUR), periods.zone())
                    .getDayOfWeek();
            found += day == DayOfWeek.SATURDAY || day == DayOfWeek.SUNDAY ? 1 : 0;
        }
        return (double) found / hours;
    }

    private static Blocks shortBlocks(TimedTotals.Quotient<?> series, Periods periods) {
        long shorter = Math.min(periods.before().toMillis(), periods.after().toMillis());
        long length = Math.max(series.pieceMillis(), shorter / SHORT_BLOCKS);
        // Whole pieces, so that none is counted in two blocks.
        length = (length + series.pieceMillis() - 1) / series.pieceMillis() * series.pieceMillis();
        long end = lastWholeBefore(series, periods);
        int before = (int) Math.min(SHORT_BLOCKS, (end - periods.from().toEpochMilli()) / length);
        long start = firstWholeAfter(series, periods);
        int after = (int) Math.min(SHORT_BLOCKS, (periods.until().toEpochMilli() - start) / length);
        Blocks blocks = new Blocks();
        for (int block = -before; block < after; block++) {
            long from = block < 0 ? end + block * length : start + block * length;
            TimedTotals.Parts sums = series.between(from, from + length);
            if (sums.observed()) {
                blocks.add(Math.log(sums.value()), 0);
                blocks.before += block < 0 ? 1 : 0;
            }
        }
        return blocks;
    }
}
