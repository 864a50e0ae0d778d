package dev.squeeze.kit.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.stats.ConfidenceInterval;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A figure has as many digits as its interval justifies. */
class FiguresTest {
    @ParameterizedTest
    @CsvSource({"12.4, 12 %", "0.96, 1 %", "0.94, 0.9 %", "0.4, 0.4 %", "0.04, 0 %", "-0.04, 0 %", "-0.3, -0.3 %"})
    void roundSharesBelowOnePercentHaveTenths(double percent, String expected) {
        assertThat(Figures.roundPercent(percent)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "%,.0f | 264597 | 1.65 | unknown",
                "%,.0f | 611155 | 0.3 | 610,000",
                "%,.0f | 611155 | 0.05 | 611,000",
                "%,.0f | 611155 | 0.004 | 611,200",
                "%,.0f | 611155 | 0 | 611,155",
                "%.2f | 5.7123 | 0.13 | 5.7",
                "%.2f | 5.7123 | 0.02 | 5.71",
                "%.2fx | 6.331 | 0.098 | 6.33x",
                "%.1f %% | 31.4 | 0.4 | 31 %",
                "%.2f | 0.0412 | 0.5 | 0.04",
                "%,.0f | 0 | 0.5 | 0"
            })
    void roundsToWhatIsKnown(String format, double value, double halfWidth, String expected) {
        assertThat(Figures.uncertain(format, value, halfWidth)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "4582.4 | 4,582",
                "14.2 | 14",
                "9.954 | 9.95",
                "-9.954 | -9.95",
                "0.37 | 0.37",
                "0 | 0",
            })
    void anAmountBelowTenHasTwoDecimals(double amount, String expected) {
        assertThat(Figures.money(amount)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"7.04 | 14.2 | 7", "28.4 | 9.9 | 28.40", "0.4 | 4582 | 0"})
    void theEndOfAnIntervalHasTheDecimalsOfItsEstimate(double end, double estimate, String expected) {
        assertThat(Figures.money(end, estimate)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "264597 | 264,597",
                "14.24 | 14.2",
                "0.37 | 0.37",
                "0.0504 | 0.050",
                "0.00044 | 0.00044",
                "-0.00044 | -0.00044",
                "0.00000123 | 0.0000012",
                "0 | 0",
                "-0.0 | 0",
                "-1e-17 | 0",
            })
    void aFigureIsNeverRoundedToNothing(double value, String expected) {
        assertThat(Figures.number(value)).isEqualTo(expected);
    }

    @Test
    void zeroHasNoSign() {
        assertThat(Figures.money(-0.001)).isEqualTo("0.00");
        assertThat(Figures.money(-0.3, 20)).isEqualTo("0");
        assertThat(Figures.signed(-0.0)).isEqualTo("0");
        assertThat(Figures.signed(1e-17)).isEqualTo("0");
        assertThat(Figures.signed(-0.0044)).isEqualTo("-0.0044");
    }

    @Test
    void aDifferenceThatHardlyMattersIsNone() {
        assertThat(Figures.change(0.002, 0.0023, 0.05)).isEqualTo("same");
        assertThat(Figures.change(0.002, 0.0043, 0.05)).isEqualTo("+0.0023");
    }

    @Test
    void aHalfWidthBeyondTheFigureItselfIsNoNumber() {
        assertThat(Figures.halfWidth(new ConfidenceInterval(50, 40, 60, 5, false)))
                .isEqualTo("±20 %");
        assertThat(Figures.halfWidth(new ConfidenceInterval(50, 2, 1_000, 5, false)))
                .isEqualTo("±>100 %");
        assertThat(Figures.halfWidth(ConfidenceInterval.exact(50, 5))).isEqualTo("exact");
    }
}
