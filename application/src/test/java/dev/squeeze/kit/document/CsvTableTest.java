package dev.squeeze.kit.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class CsvTableTest {
    @Test
    void writesTheHeaderAndARowPerLine() {
        String text = new CsvTable("codec", "bytes", "ratio", "valid")
                .row("zstd:3", 17L, -4.5, true)
                .row(List.of("none", 20L, 1.0, false))
                .text();
        assertThat(text).isEqualTo("codec,bytes,ratio,valid\nzstd:3,17,-4.5,true\nnone,20,1.0,false\n");
    }

    @Test
    void leavesTheCellOfAnAbsentValueEmpty() {
        String text = new CsvTable("a", "b", "c", "d", "e")
                .row(1, Optional.empty(), OptionalLong.empty(), OptionalDouble.empty(), OptionalInt.empty())
                .row(1, Optional.of(2.5), OptionalLong.of(3), OptionalDouble.of(0.5), OptionalInt.of(4))
                .text();
        assertThat(text).isEqualTo("a,b,c,d,e\n1,,,,\n1,2.5,3,0.5,4\n");
    }

    @Test
    void quotesSeparatorsAndQuotationMarks() {
        assertThat(new CsvTable("text").row("a, \"b\"").text()).isEqualTo("text\n\"a, \"\"b\"\"\"\n");
    }

    @Test
    void disarmsTextThatASpreadsheetWouldRun() {
        assertThat(new CsvTable("n", "text").row(1, "=HYPERLINK(A1)").text()).isEqualTo("n,text\n1,'=HYPERLINK(A1)\n");
    }

    @Test
    void refusesARowOfAnotherWidthThanTheHeader() {
        assertThatThrownBy(() -> new CsvTable("a", "b").row(1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[a, b]");
    }
}
