package dev.squeeze.feature.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.squeeze.kit.unit.UsageException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MomentTest {
    private static final Instant NOW = Instant.parse("2026-11-25T12:00:00Z");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-11-24T10:00Z",
                "2026-11-24T11:00+01:00",
                "2026-11-24T11:00:00+0100",
                "2026-11-24 10:00Z",
                "2026-11-24 10:00:00 UTC",
                "2026-11-24 10:00:00.000Z",
                "2026-11-24 11:00:00 +0100",
                "26h"
            })
    void aMomentIsReadAsToolsWriteIt(String text) {
        assertThat(Moment.parse("--change-at", text, NOW)).isEqualTo("2026-11-24T10:00:00Z");
    }

    @Test
    void withoutAZoneItIsThatOfThisMachine() {
        Instant local = java.time.LocalDateTime.parse("2026-11-24T10:00")
                .atZone(ZoneId.systemDefault())
                .toInstant();

        assertThat(Moment.parse("--since", "2026-11-24 10:00", NOW)).isEqualTo(local);
    }

    @ParameterizedTest
    @ValueSource(strings = {"yesterday", "10:00", "1764093600", "-3d", "2026-13-01", "2026-11-24 25:00", ""})
    void anythingElseIsRefusedWithWhatToWrite(String text) {
        assertThatThrownBy(() -> Moment.parse("--change-at", text, NOW))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("--change-at '" + text + "' is not a time: write 2026-11-24T10:00Z");
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            2026-01-02T00:00:00Z, -, 2026-01-01T00:00:00Z, -, --since (2026-01-02T00:00:00Z) must be before --change-at (2026-01-01T00:00:00Z)
            -, -, 2026-01-02T00:00:00Z, 2026-01-01T00:00:00Z, --change-at (2026-01-02T00:00:00Z) must be before --change-until (2026-01-01T00:00:00Z)
            -, -, -, 2026-01-01T00:00:00Z, also give when it began, with --change-at
            """)
    void periodsInAnotherOrderAreRefusedWithTheirTimes(
            Instant since, Instant until, Instant change, Instant settled, String words) {
        assertThatThrownBy(() -> new WatchPeriods(
                        Optional.ofNullable(since),
                        Optional.ofNullable(until),
                        Optional.ofNullable(change),
                        Optional.ofNullable(settled),
                        ZoneId.of("UTC")))
                .hasMessageContaining(words);
    }
}
