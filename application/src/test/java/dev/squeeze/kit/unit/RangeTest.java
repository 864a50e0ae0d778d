package dev.squeeze.kit.unit;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class RangeTest {
    @Test
    void theMessageNamesTheFlagTheBoundsAndWhatWasGiven() {
        refuses(() -> Range.requireBetween("--x", 70, 1, 50), "--x must be between 1 and 50, got 70");
        refuses(() -> Range.requireBetween("--x", 0.001, 0.01, 1000), "--x must be between 0.01 and 1000, got 0.001");
        refuses(() -> Range.requireBetween("--x", Double.NaN, 0.01, 1), "--x must be between 0.01 and 1, got NaN");
        refuses(() -> Range.requireAtLeast("--x", 0, 1), "--x must be at least 1, got 0");
        refuses(() -> Range.requireAtLeast("--x", -1.0, 0.0), "--x must be at least 0, got -1");
        refuses(() -> Range.requireAboveZero("--x", 0.0), "--x must be above 0, got 0");
        refuses(() -> Range.requireAboveZero("--x", -0.5), "--x must be above 0, got -0.5");
        refuses(() -> Range.requireAboveZero("--x", Double.NaN), "--x must be above 0, got NaN");
    }

    @Test
    void bytesHaveTheirUnit() {
        ByteCount mib = new ByteCount(ByteCount.MIB);

        refuses(
                () -> Range.requireAtLeast("--x", new ByteCount(0), new ByteCount(1)),
                "--x must be at least 1 B, got 0 B");
        refuses(
                () -> Range.requireAtMost("--x", new ByteCount(2 * ByteCount.MIB), mib, "more is refused"),
                "--x must be at most 1 MiB, got 2 MiB: more is refused");
        assertThatCode(() -> Range.requireAtMost("--x", mib, mib, "")).doesNotThrowAnyException();
    }

    @Test
    void timesAreWrittenAsInFlags() {
        Duration min = Duration.ofMillis(500);
        Duration max = Duration.ofMinutes(10);

        refuses(
                () -> Range.requireBetween("--x", Duration.ofHours(1), min, max),
                "--x must be between 500ms and 10m, got 1h");
        refuses(() -> Range.requireAtLeast("--x", Duration.ZERO, min), "--x must be at least 500ms, got 0s");
        refuses(
                () -> Range.requireAtLeast("--x", Duration.ZERO, min, "it is short"),
                "--x must be at least 500ms, got 0s: it is short");
        refuses(() -> Range.requireAtMost("--x", Duration.ofHours(1), max), "--x must be at most 10m, got 1h");
        refuses(() -> Range.requireAboveZero("--x", Duration.ZERO), "--x must be above 0, got 0s");
    }

    @Test
    void theBoundsAreInside() {
        assertThatCode(() -> {
                    Range.requireBetween("--x", 1, 1, 50);
                    Range.requireBetween("--x", 50, 1, 50);
                    Range.requireBetween("--x", Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofSeconds(2));
                    Range.requireAtLeast("--x", 1, 1);
                })
                .doesNotThrowAnyException();
    }

    @Test
    void whatIsAbsentIsNotRefused() {
        Integer absent = null;

        assertThatCode(() -> {
                    Range.requireAtLeast("--x", absent, 1);
                    Range.requireAboveZero("--x", null);
                    Range.requireAtMost("--x", null, Duration.ZERO);
                    Range.requireAtLeast("--x", null, Duration.ZERO, "");
                    Range.requireAboveZero("--x", Duration.ofNanos(1));
                })
                .doesNotThrowAnyException();
        refuses(() -> Range.requireAtLeast("--x", Long.valueOf(0), 1), "--x must be at least 1, got 0");
    }

    private static void refuses(ThrowingCallable check, String message) {
        assertThatThrownBy(check).isInstanceOf(UsageException.class).hasMessage(message);
    }
}
