package dev.squeeze.feature.copy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RetrySeriesTest {
    private final RetrySeries series = new RetrySeries(Duration.ofSeconds(60), Duration.ofSeconds(20));

    private boolean failedAt(long seconds) {
        return series.failed(TimeUnit.SECONDS.toNanos(seconds));
    }

    @Test
    void theFirstFailureIsFollowedByATryHoweverLateItComes() {
        assertThat(failedAt(100_000)).isTrue();
    }

    @Test
    void theTimeCountsFromTheFirstFailureOn() {
        assertThat(failedAt(500)).isTrue();
        assertThat(failedAt(520)).isTrue();
        assertThat(failedAt(540)).isTrue();
        assertThat(failedAt(560)).isTrue();
        assertThat(failedAt(561)).isFalse();
    }

    @Test
    void aProcessThatIsSuspendedInTheMiddleOfASeriesHasItsTriesAfterwards() {
        assertThat(failedAt(0)).isTrue();
        assertThat(failedAt(3_600)).isTrue();
        assertThat(failedAt(3_610)).isTrue();
    }

    @Test
    void aSuccessBeginsAnotherSeries() {
        failedAt(0);
        failedAt(20);
        failedAt(40);
        series.succeeded();

        assertThat(failedAt(90)).isTrue();
        assertThat(failedAt(110)).isTrue();
    }
}
