package dev.squeeze.engine.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A driver's own report of its CPU time, compared with the system's. */
class DriverCountsTest {
    @ParameterizedTest
    @CsvSource({
        // The system counts in steps of 10 ms: 120 ms before the driver answered, and 130 ms after.
        "123456, 123456",
        "149999, 149999",
        // A driver cannot have used less than the first value, nor more than two steps above the second.
        "0, 120000",
        "-1, 120000",
        "119999, 120000",
        "150001, 150000",
        "3600000000, 150000"
    })
    void whatADriverReportsIsTakenAsFarAsTheSystemAgrees(long reportedMicros, long takenMicros) {
        assertThat(counts(reportedMicros).cpu(millis(120), millis(130)))
                .contains(Duration.ofNanos(1_000 * takenMicros));
    }

    @Test
    void whereTheSystemShowsNothingTheDriverAloneIsAsked() {
        assertThat(counts(5).cpu(Optional.empty(), Optional.empty())).contains(Duration.ofNanos(5_000));
        assertThat(counts(0).cpu(Optional.empty(), Optional.empty())).isEmpty();
    }

    private static Optional<Duration> millis(long millis) {
        return Optional.of(Duration.ofMillis(millis));
    }

    private static DriverCounts counts(long cpuMicros) {
        return new DriverCounts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, true, 1_000 * cpuMicros, Optional.empty());
    }
}
