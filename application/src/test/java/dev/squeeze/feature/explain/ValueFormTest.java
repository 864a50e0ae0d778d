package dev.squeeze.feature.explain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValueFormTest {
    @ParameterizedTest
    @CsvSource({
        "TIME_TEXT, 2026-11-27T08:09:10Z, false",
        "TIME_TEXT, 2026-11-27T08:09:10.123Z, false",
        "TIME_TEXT, 2026-11-27T08:09:10.120000Z, false",
        "TIME_TEXT, 2026-11-27T08:09:10.123456Z, true",
        "TIME_TEXT, 2026-11-27T08:09:10+00:00, false",
        "TIME_TEXT, 2026-11-27T08:09:10-07:00, true",
        "TIME_TEXT, 2026-11-27 08:09:10, false",
        "NUMBER_TEXT, 94103, false",
        "NUMBER_TEXT, 01742, true",
        "NUMBER_TEXT, 0, false",
        "NUMBER_TEXT, 0.5, false",
        "UUID_TEXT, 123e4567-e89b-12d3-a456-426614174000, false"
    })
    void whatASmallerFormDoesNotSayIsLost(ValueForm form, String text, boolean loses) {
        assertThat(form.matches(text)).isTrue();
        assertThat(form.loses(text)).isEqualTo(loses);
    }
}
