package dev.squeeze.kit.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TailFetchesTest {
    private static final double MILLI = 1e6;

    /** Number of responses to a thousand writes, one per millisecond. */
    private static int answered(double pauseNanos, double consumingNanos) {
        TailFetches fetches = new TailFetches(1, pauseNanos);
        int answered = 0;
        for (int i = 0; i < 1_000; i++) {
            answered += fetches.written(0, i * MILLI, consumingNanos);
        }
        return answered;
    }

    @Test
    void whatIsWrittenSeldomIsFetchedByItself() {
        assertThat(answered(0.3 * MILLI, 0)).isEqualTo(1_000);
        assertThat(answered(0.3 * MILLI, 0.6 * MILLI)).isEqualTo(1_000);
    }

    @Test
    void aFetchThatComesBetweenTwoWritesTakesWhatLiesThere() {
        // One fetch every 1.5 ms: of three writes, the second is already there.
        assertThat(answered(1.5 * MILLI, 0)).isBetween(650, 680);
    }

    @Test
    void aConsumerThatIsBusyWithWhatItGotAsksLessOften() {
        // The consumer needs 0.9 ms for the records of each millisecond, so it hardly keeps up: fetches grow.
        assertThat(answered(0.3 * MILLI, 0.9 * MILLI)).isLessThan(400);
    }
}
