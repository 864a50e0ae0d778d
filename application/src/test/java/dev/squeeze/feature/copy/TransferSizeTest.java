package dev.squeeze.feature.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TransferSizeTest {
    private static final long MIN = 64 << 10;
    private static final long FIRST = 1 << 20;
    private static final long MAX = 32 << 20;
    private static final long TARGET_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final TransferSize size = new TransferSize(MIN, FIRST, MAX, Duration.ofSeconds(2));

    @Test
    void itGrowsByStepsOverAFastLine() {
        size.took(FIRST, TimeUnit.MILLISECONDS.toNanos(10));
        assertThat(size.bytes()).isEqualTo(4 * FIRST);
        for (int i = 0; i < 5; i++) {
            size.took(size.bytes(), TimeUnit.MILLISECONDS.toNanos(10));
        }
        assertThat(size.bytes()).isEqualTo(MAX);
    }

    @Test
    void itShrinksToWhatASlowLineCarriesInTheTime() {
        size.took(FIRST, 4 * TARGET_NANOS);

        assertThat(size.bytes()).isEqualTo(FIRST / 4);
    }

    @Test
    void itSettlesWhereATransferTakesTheTime() {
        long bytesPerSecond = 300_000;
        for (int i = 0; i < 10; i++) {
            size.took(size.bytes(), size.bytes() * TimeUnit.SECONDS.toNanos(1) / bytesPerSecond);
        }
        assertThat(size.bytes()).isBetween(2 * bytesPerSecond - 10, 2 * bytesPerSecond + 10);
    }

    @Test
    void littleThatCameSoonSaysNothingOfTheLine() {
        size.took(100, 1_000);
        size.took(0, 1_000);

        assertThat(size.bytes()).isEqualTo(FIRST);
    }

    @Test
    void failuresShrinkItToTheLeast() {
        size.failed();
        assertThat(size.bytes()).isEqualTo(FIRST / 4);
        for (int i = 0; i < 5; i++) {
            size.failed();
        }
        assertThat(size.bytes()).isEqualTo(MIN);
    }

    @Test
    void sizesMustBeInOrder() {
        assertThatThrownBy(() -> new TransferSize(2, 1, 3, Duration.ofSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("in order");
    }
}
