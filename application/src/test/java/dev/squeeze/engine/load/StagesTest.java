package dev.squeeze.engine.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When the records of a staged load are due, and what is kept of a trial that takes hours. */
class StagesTest {
    /**
     * 600 records in the first minute at 10/s, 1,200 in the second minute while the rate rises from 10/s to 30/s, 900
     * in half a minute at 30/s.
     */
    private static final LoadProfile.Staged STAGED = new LoadProfile.Staged(List.of(
            new LoadProfile.Stage(Duration.ofMinutes(1), 10, 10),
            new LoadProfile.Stage(Duration.ofMinutes(1), 10, 30),
            new LoadProfile.Stage(Duration.ofSeconds(30), 30, 30)));

    @ParameterizedTest
    @CsvSource({"-1, 0", "0, 0", "30, 300", "60, 600", "90, 1050", "120, 1800", "150, 2700", "160, 3000"})
    void recordsThatAreDueAddUpOverTheStagesAndGoOnAfterThem(double seconds, double records) {
        assertThat(STAGED.recordsDueBy(seconds)).isCloseTo(records, within(1e-9));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 299, 600, 601, 1_050, 1_799, 1_800, 2_700, 5_000, 1_000_000_000})
    void eachRecordIsDueWhenAsManyAreDueAsCameBeforeIt(long position) {
        double seconds = STAGED.nanosUntil(position) / 1e9;

        assertThat(STAGED.recordsDueBy(seconds)).isCloseTo(position, within(1e-6 * Math.max(1, position)));
    }

    @Test
    void aRateMayFallToo() {
        LoadProfile.Staged falling =
                new LoadProfile.Staged(List.of(new LoadProfile.Stage(Duration.ofSeconds(10), 1_000, 1)));
        double before = -1;
        for (long position = 0; position <= 5_005; position++) {
            double nanos = falling.nanosUntil(position);
            assertThat(nanos).isGreaterThan(before);
            before = nanos;
        }
        assertThat(before).isCloseTo(10e9, within(1e4));
    }

    @Test
    void threadsShareTheSchedule() {
        long start = System.nanoTime() - Duration.ofMinutes(2).toNanos();
        Pacer first = Pacer.of(STAGED, 0, 2, start, () -> false);
        Pacer second = Pacer.of(STAGED, 1, 2, start, () -> false);

        for (int i = 0; i < 1_000; i += 2) {
            assertThat(first.awaitNext() - start).isEqualTo((long) STAGED.nanosUntil(i));
            assertThat(second.awaitNext() - start).isEqualTo((long) STAGED.nanosUntil(i + 1));
        }
    }

    @Test
    void aStageWithoutARateOrTimeIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new LoadProfile.Stage(Duration.ofSeconds(1), 0, 10));
        assertThatIllegalArgumentException().isThrownBy(() -> new LoadProfile.Stage(Duration.ZERO, 10, 10));
        assertThatIllegalArgumentException().isThrownBy(() -> new LoadProfile.Staged(List.of()));
    }

    @Test
    void daysOfTicksTakeNoMoreMemoryThanMinutesAndStayEvenlySpaced() {
        Ticks ticks = new Ticks();
        int seen = 72 * 3_600 * 20;
        for (int i = 0; i < seen; i++) {
            ticks.add(new Tick(i / 20.0, i, i, i));
        }
        List<Tick> kept = ticks.kept();

        assertThat(kept).hasSizeBetween(Ticks.MAX / 2, Ticks.MAX);
        double step = kept.get(1).seconds() - kept.get(0).seconds();
        for (int i = 1; i < kept.size(); i++) {
            assertThat(kept.get(i).seconds() - kept.get(i - 1).seconds()).isCloseTo(step, within(1e-6));
        }
        assertThat(kept.get(kept.size() - 1).seconds()).isGreaterThan(seen / 20.0 - step - 1);
    }
}
