package dev.squeeze.kit.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.TypeConversionException;

class MillisecondsTest {
    @Test
    void aBareNumberIsMilliseconds() {
        assertThat(new Milliseconds().convert("5")).isEqualTo(Duration.ofMillis(5));
        assertThat(new Milliseconds().convert(" 0.5 ")).isEqualTo(Duration.ofNanos(500_000));
        assertThat(new Milliseconds().convert("5ms")).isEqualTo(Duration.ofMillis(5));
        assertThat(new Milliseconds().convert("2s")).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void whatIsNoDurationIsRefusedWithBothForms() {
        for (String text : new String[] {"", "-5", "5x", "1.2.3", "."}) {
            assertThatThrownBy(() -> new Milliseconds().convert(text))
                    .isInstanceOf(TypeConversionException.class)
                    .hasMessageContaining("'" + text + "'")
                    .hasMessageContaining("20 for milliseconds");
        }
    }

    @Test
    void aSettingOfKafkaTakesWholeMillisecondsOnly() {
        assertThat(Milliseconds.whole("--linger", Duration.ofSeconds(1))).isEqualTo(1_000);
        assertThatThrownBy(() -> Milliseconds.whole("--linger", Duration.ofNanos(1)))
                .hasMessageContaining("--linger must be a whole number of milliseconds");
        assertThatThrownBy(() -> Milliseconds.whole("--linger", Duration.ofDays(30)))
                .hasMessageContaining("up to 2147483647");
    }
}
