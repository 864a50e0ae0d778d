package dev.squeeze.engine.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** A warm-up ends when both throughput and CPU are steady. */
class SettlingTest {
    private final Settling settling = new Settling();

    @Test
    void fourAlikeSlicesAreEnoughAndThreeAreNot() {
        add(3, 1_000, 3);
        assertThat(settling.isSettled()).isFalse();
        add(1, 1_000, 3);
        assertThat(settling.isSettled()).isTrue();
    }

    @Test
    void throughputThatStillRisesIsNotSettled() {
        for (int i = 0; i < 20; i++) {
            settling.add(new Settling.Slice(1_000 * Math.pow(1.05, i), 3, 0));
            assertThat(settling.isSettled()).isFalse();
        }
    }

    @Test
    void processorTimeThatStillFallsIsNotSettledEvenAtASteadyRate() {
        for (int i = 0; i < 20; i++) {
            settling.add(new Settling.Slice(1_000, 5 * Math.pow(0.95, i), 0));
            assertThat(settling.isSettled()).isFalse();
        }
    }

    @Test
    void noiseBelowTheToleranceDoesNotKeepItFromSettling() {
        for (int i = 0; i < 6; i++) {
            settling.add(new Settling.Slice(1_000 + (i % 2 == 0 ? 30 : -30), 3, 0));
        }
        assertThat(settling.isSettled()).isTrue();
    }

    @Test
    void theLatestRateIsThatOfTheLastTwoSlices() {
        assertThat(settling.latestRate()).isZero();
        add(1, 600, 3);
        assertThat(settling.latestRate()).isEqualTo(600);
        add(5, 100, 3);
        add(2, 900, 3);
        assertThat(settling.latestRate()).isCloseTo(900, within(1e-9));
    }

    @Test
    void nothingThatIsEverAcknowledgedIsSettledAtNothing() {
        add(6, 0, 0);
        assertThat(settling.isSettled()).isTrue();
        assertThat(settling.latestRate()).isZero();
    }

    @Test
    void compilersAtWorkKeepItFromSettlingHoweverSteadyAllElseIs() {
        for (int i = 0; i < 10; i++) {
            settling.add(new Settling.Slice(1_000, 3, 0.6));
            assertThat(settling.isSettled()).isFalse();
        }
        settling.add(new Settling.Slice(1_000, 3, 0.05));
        settling.add(new Settling.Slice(1_000, 3, 0.05));
        assertThat(settling.isSettled()).isTrue();
    }

    private void add(int slices, double recordsPerSecond, double cpu) {
        for (int i = 0; i < slices; i++) {
            settling.add(new Settling.Slice(recordsPerSecond, cpu, 0));
        }
    }
}
