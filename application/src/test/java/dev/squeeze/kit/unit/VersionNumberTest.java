package dev.squeeze.kit.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VersionNumberTest {
    @ParameterizedTest
    @CsvSource({"3.8, 3.8", "3.8.0, 3.8", "4, 4.0", "v1.20.0, 1.20", "1.30.1, 1.30.1", "' 2.1 ', 2.1"})
    void isReadAndPrintedWithoutAPatchOfNothing(String text, String printed) {
        assertThat(VersionNumber.parse(text)).hasToString(printed);
    }

    @Test
    void isComparedByNumbersAndNotByDigits() {
        assertThat(VersionNumber.parse("3.10").isBefore(VersionNumber.parse("3.9")))
                .isFalse();
        assertThat(VersionNumber.parse("3.9").isBefore(VersionNumber.parse("3.10")))
                .isTrue();
        assertThat(VersionNumber.parse("3.8").isBefore(VersionNumber.parse("3.8.0")))
                .isFalse();
        assertThat(VersionNumber.parse("0").isFirst()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "3.", ".8", "3.8-ccs", "3.8.0.1", "-3", "99999999"})
    void whatIsNoVersionIsNamed(String text) {
        assertThatThrownBy(() -> VersionNumber.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + text + "'");
    }
}
