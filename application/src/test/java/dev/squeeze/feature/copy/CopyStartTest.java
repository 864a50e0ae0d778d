package dev.squeeze.feature.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.squeeze.kit.unit.UsageException;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CopyStartTest {
    @Test
    void wordsAndTimesAreUnderstood() {
        assertThat(CopyStart.parse("earliest")).isEqualTo(new CopyStart.Earliest());
        assertThat(CopyStart.parse(" Latest ")).isEqualTo(new CopyStart.Latest());
        assertThat(CopyStart.parse("1760000000000"))
                .isEqualTo(new CopyStart.Since(Instant.ofEpochMilli(1_760_000_000_000L)));
        assertThat(CopyStart.parse("0")).isEqualTo(new CopyStart.Since(Instant.EPOCH));
        assertThat(CopyStart.parse("2026-11-21T10:00:00Z"))
                .isEqualTo(new CopyStart.Since(Instant.parse("2026-11-21T10:00:00Z")));
        assertThat(CopyStart.parse("2026-11-21T10:00:00+02:00"))
                .isEqualTo(new CopyStart.Since(Instant.parse("2026-11-21T08:00:00Z")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "yesterday", "-5", "2026-11-21", "2026-11-21T10:00:00", "12345678901234567890", "1.5"})
    void anythingElseIsRefusedWithWhatIsExpected(String text) {
        assertThatThrownBy(() -> CopyStart.parse(text))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("earliest, latest")
                .hasMessageContaining("2026-11-21T10:00:00Z")
                .hasMessageContaining("'" + text + "'");
    }
}
