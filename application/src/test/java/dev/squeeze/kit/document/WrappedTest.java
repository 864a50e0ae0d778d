package dev.squeeze.kit.document;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WrappedTest {
    @Test
    void aNumberStaysWithItsPerCentSign() {
        // The number ends in the second to last column, so there is no room for the per cent sign.
        String lines = Wrapped.lines("a".repeat(96) + " 96 % of it", "", "");

        assertThat(lines).isEqualTo("a".repeat(96) + "\n96 % of it\n");
    }

    @Test
    void aLineIsFilledToTheLastColumn() {
        String lines = Wrapped.lines("a".repeat(95) + " 96 %", "", "");

        assertThat(lines).isEqualTo("a".repeat(95) + " 96 %\n");
    }

    @Test
    void aWordThatDoesNotFitBeginsTheNextLine() {
        String lines = Wrapped.lines("- " + "a".repeat(94) + " bc", "  ", "    ");

        assertThat(lines).isEqualTo("  - " + "a".repeat(94) + "\n    bc\n");
    }
}
