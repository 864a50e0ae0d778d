package dev.squeeze.kit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ProgressLineTest {
    private static final long MEBIBYTE = 1 << 20;

    private final StringWriter err = new StringWriter();
    private final ProgressLine progress = new ProgressLine(
            Terminal.of(List.of(), new StringWriter(), err, InputStream.nullInputStream(), true, new StopSignal()));

    private static void sleep(Duration time) {
        try {
            TimeUnit.NANOSECONDS.sleep(time.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A rate is shown after one second of reading, and an estimate after two. */
    @Test
    void whatPausesReadingIsNotTimeOfReading() {
        progress.pausingFor(() -> sleep(Duration.ofMillis(2_500)));
        progress.at(3 * MEBIBYTE, 10 * MEBIBYTE);

        assertThat(err.toString()).contains(" 30 % of 10 MiB").doesNotContain(" left");
    }

    @Test
    void whatIsLeftIsEstimated() {
        sleep(Duration.ofMillis(2_500));
        progress.at(3 * MEBIBYTE, 10 * MEBIBYTE);

        assertThat(err.toString())
                .contains(" 30 % of 10 MiB, ")
                .contains(" MiB/s, about ")
                .contains(" s left");
    }
}
