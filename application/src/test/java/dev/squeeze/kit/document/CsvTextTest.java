package dev.squeeze.kit.document;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvTextTest {
    @ParameterizedTest
    @ValueSource(strings = {"=1+1", "+cmd", "@SUM(A1)", "-1+cmd|' /C calc'!A0", "-2(3)"})
    void aFormulaBecomesText(String text) {
        assertThat(CsvText.cell(text)).isEqualTo("'" + text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "orders", "-12.5", "-orders.v1", "a=b", "1e-5"})
    void numbersAndNamesStay(String text) {
        assertThat(CsvText.cell(text)).isEqualTo(text);
    }
}
