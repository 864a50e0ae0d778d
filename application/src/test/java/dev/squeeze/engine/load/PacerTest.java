package dev.squeeze.engine.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When each record is due. */
class PacerTest {
    private static final LoadProfile THOUSAND = new LoadProfile.OpenLoop(1_000);

    @Test
    void threadsTakeTurnsOnOneSchedule() {
        long start = System.nanoTime() - TimeUnit.SECONDS.toNanos(1);
        List<Long> due = new ArrayList<>();
        for (int thread = 0; thread < 3; thread++) {
            Pacer pacer = Pacer.of(THOUSAND, thread, 3, start, () -> false);
            for (int i = 0; i < 10; i++) {
                due.add(pacer.awaitNext() - start);
            }
        }
        List<Long> expected = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            expected.add(i * 1_000_000L);
        }
        assertThat(due).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void noRecordIsEverEarly() {
        long start = System.nanoTime();
        Pacer pacer = Pacer.of(new LoadProfile.OpenLoop(5_000), 0, 1, start, () -> false);
        for (int i = 0; i < 300; i++) {
            long due = pacer.awaitNext();
            assertThat(System.nanoTime()).isGreaterThanOrEqualTo(due);
            assertThat(due - start).isEqualTo(i * 200_000L);
        }
    }

    @Test
    void oneThatIsLateKeepsTheScheduleAndDoesNotMoveIt() throws Exception {
        long start = System.nanoTime();
        Pacer pacer = Pacer.of(THOUSAND, 0, 1, start, () -> false);
        pacer.awaitNext();
        TimeUnit.MILLISECONDS.sleep(50);
        for (int i = 1; i < 40; i++) {
            assertThat(pacer.awaitNext() - start).isEqualTo(i * 1_000_000L);
        }
    }

    @Test
    void recordsThatWereDueAndNotSentAreTold() {
        long start = System.nanoTime() - TimeUnit.SECONDS.toNanos(1);
        Pacer pacer = Pacer.of(THOUSAND, 1, 2, start, () -> false);
        for (int i = 0; i < 10; i++) {
            pacer.awaitNext();
        }
        List<Long> missed = new ArrayList<>();
        pacer.missed(due -> missed.add((due - start) / 1_000_000));

        // The sender was stopped while it waited for the tenth record.
        assertThat(missed).hasSizeBetween(490, 600).startsWith(19L, 21L, 23L).endsWith(2L * missed.size() + 17);
    }

    @Test
    @Timeout(5)
    void aLoadThatIsStoppedWaitsForNothing() {
        Pacer pacer = Pacer.of(new LoadProfile.OpenLoop(0.001), 0, 1, System.nanoTime(), () -> true);
        pacer.awaitNext();
        pacer.awaitNext();
    }

    @Test
    void aClosedLoopIsAlwaysDueNow() {
        Pacer pacer = Pacer.of(new LoadProfile.ClosedLoop(), 0, 1, Long.MAX_VALUE, () -> false);
        long before = System.nanoTime();
        assertThat(pacer.awaitNext()).isBetween(before, System.nanoTime());
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
    void aRateThatIsNoneIsRefused(double rate) {
        assertThatIllegalArgumentException().isThrownBy(() -> new LoadProfile.OpenLoop(rate));
    }
}
