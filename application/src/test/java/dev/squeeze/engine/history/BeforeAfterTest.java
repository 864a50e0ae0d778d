package dev.squeeze.engine.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Changes are distinguished from daily and weekly rhythms. */
class BeforeAfterTest {
    private static final long HOUR = 3_600_000;
    private static final Instant START = Instant.parse("2026-11-02T00:00:00Z");

    private enum Part {
        BYTES,
        RECORDS
    }

    private static Sums<Part> sums(double value, double records) {
        return new Sums<>(Part.class).add(Part.BYTES, value * records).add(Part.RECORDS, records);
    }

    /** Hourly values of a quotient around 200 with daily and weekend rhythms, drift and noise. */
    private static TimedTotals<Part> hours(int count, int changeHour, double factor) {
        Random random = new Random(5);
        TimedTotals<Part> totals = new TimedTotals<>(HOUR, Part.class);
        double day = 0;
        for (int hour = 0; hour < count; hour++) {
            day = hour % 24 == 0 ? 0.01 * random.nextGaussian() : day;
            boolean weekend = hour / 24 % 7 >= 5;
            double wave = Math.sin(2 * Math.PI * hour / 24);
            double records = 1e6 * (weekend ? 0.4 : 1) * (1 + 0.6 * wave);
            double value = 200
                    * Math.exp(-0.15 * wave + (weekend ? 0.2 : 0) + 0.0003 * hour + day + 0.02 * random.nextGaussian())
                    * (hour < changeHour ? 1 : factor);
            totals.add(START.toEpochMilli() + hour * HOUR, sums(value, records));
        }
        return totals;
    }

    private static Periods periods(int changeHour, int hours) {
        Instant change = START.plusMillis(changeHour * HOUR);
        return new Periods(START, change, change, START.plusMillis(hours * HOUR), ZoneOffset.UTC);
    }

    private static Optional<BeforeAfter> compare(int changeHour, int hours, double factor) {
        return BeforeAfter.of(
                hours(hours, changeHour, factor).quotient(Part.BYTES, Part.RECORDS), periods(changeHour, hours), 0.95);
    }

    @Test
    void aRiseOfATenthIsFoundWithinADay() {
        int change = 14 * 24 + 10;
        BeforeAfter found = compare(change, change + 24, 1.1).orElseThrow();

        assertThat(found.byDays()).isTrue();
        assertThat(found.blocksBefore()).isEqualTo(14);
        assertThat(found.change().low()).isPositive();
        assertThat(found.change().covers(0.1)).isTrue();
    }

    @Test
    void theRhythmOfAWeekAndADriftAreNoChange() {
        // Comparing the first hours of a Saturday night with all hours of working days would show a rise of a third.
        int change = 19 * 24;
        for (int after : new int[] {6, 24, 72}) {
            BeforeAfter found = compare(change, change + after, 1).orElseThrow();

            assertThat(found.change().covers(0))
                    .as("%d hours: %s", after, found.change())
                    .isTrue();
        }
    }

    @Test
    void aChangeInTheMiddleOfAnHourLeavesThatHourOut() {
        BeforeAfter found = ofAChangeAtHalfPast(hours(400, 340, 1.1), 400);

        assertThat(found.change().covers(0.1)).isTrue();
    }

    private static BeforeAfter ofAChangeAtHalfPast(TimedTotals<Part> totals, int untilHour) {
        Instant change = START.plusMillis(340 * HOUR + HOUR / 2);
        Periods periods = new Periods(START, change, change, START.plusMillis(untilHour * HOUR), ZoneOffset.UTC);
        return BeforeAfter.of(totals.quotient(Part.BYTES, Part.RECORDS), periods, 0.95)
                .orElseThrow();
    }

    @Test
    void soonAfterAChangeInTheMiddleOfAnHourNothingOfBeforeIsAmongWhatCameAfter() {
        BeforeAfter found = ofAChangeAtHalfPast(hours(343, 341, 0.5), 343);

        assertThat(found.byDays()).isTrue();
        assertThat(found.change().estimate()).isBetween(-0.53, -0.47);
    }

    @Test
    void whatWasSeenSinceARolloutOfDaysIsComparedBeforeADayIsOver() {
        int change = 14 * 24 + 10;
        for (int rollout : new int[] {20, 3 * 24 + 5}) {
            for (int after : new int[] {3, 20}) {
                int until = change + rollout + after;
                TimedTotals<Part> totals = new TimedTotals<>(HOUR, Part.class);
                long from = START.toEpochMilli() + change * HOUR;
                hours(until, change, 1.2).forEach((start, sums) -> {
                    if (start < from || start >= from + rollout * HOUR) {
                        totals.add(start, sums);
                    }
                });
                Periods periods = new Periods(
                        START,
                        Instant.ofEpochMilli(from),
                        Instant.ofEpochMilli(from + rollout * HOUR),
                        START.plusMillis(until * HOUR),
                        ZoneOffset.UTC);

                Optional<BeforeAfter> found = BeforeAfter.of(totals.quotient(Part.BYTES, Part.RECORDS), periods, 0.95);

                assertThat(found).as("%d hours after %d", after, rollout).hasValueSatisfying(compared -> {
                    assertThat(compared.byDays()).isTrue();
                    assertThat(compared.change().covers(0.2)).isTrue();
                });
            }
        }
    }

    @Test
    void aShortTimeIsComparedByPiecesAndSaysSo() {
        TimedTotals<Part> totals = new TimedTotals<>(1_000, Part.class);
        Random random = new Random(3);
        for (int second = 0; second < 600; second++) {
            double value = (second < 300 ? 100 : 80) * (1 + 0.02 * random.nextGaussian());
            totals.add(START.toEpochMilli() + second * 1_000L, sums(value, 50));
        }
        Periods periods = new Periods(
                START, START.plusSeconds(300), START.plusSeconds(300), START.plusSeconds(600), ZoneOffset.UTC);

        BeforeAfter found = BeforeAfter.of(totals.quotient(Part.BYTES, Part.RECORDS), periods, 0.95)
                .orElseThrow();

        assertThat(found.byDays()).isFalse();
        assertThat(found.change().covers(-0.2)).isTrue();
        assertThat(found.change().high()).isLessThan(-0.15);
    }

    @Test
    void whatWasSeenWhileTheChangeWasRolledOutIsOnNoSide() {
        TimedTotals<Part> totals = new TimedTotals<>(1_000, Part.class);
        Random random = new Random(3);
        for (int second = 0; second < 600; second++) {
            if (second < 250 || second >= 400) {
                double value = (second < 250 ? 100 : 80) * (1 + 0.02 * random.nextGaussian());
                totals.add(START.toEpochMilli() + second * 1_000L, sums(value, 50));
            }
        }
        Periods periods = new Periods(
                START, START.plusSeconds(250), START.plusSeconds(400), START.plusSeconds(600), ZoneOffset.UTC);

        BeforeAfter found = BeforeAfter.of(totals.quotient(Part.BYTES, Part.RECORDS), periods, 0.95)
                .orElseThrow();

        assertThat(found.blocksAfter()).isGreaterThanOrEqualTo(10);
        assertThat(found.change().covers(-0.2)).isTrue();
        assertThat(found.change().high()).isLessThan(-0.15);
    }

    @Test
    void withoutTrafficOnOneSideThereIsNoAnswer() {
        TimedTotals<Part> totals = hours(100, 100, 1);

        assertThat(BeforeAfter.of(totals.quotient(Part.BYTES, Part.RECORDS), periods(150, 200), 0.95))
                .isEmpty();
    }
}
