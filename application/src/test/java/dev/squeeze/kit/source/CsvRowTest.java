package dev.squeeze.kit.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvRowTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "0;na 0;0,00",
                "1,5;2,5;3,5",
                "\"Smith, John\";5",
                "\"a \"\"b\"\", c\";5",
                "Smith, John;5",
                "id;name",
            })
    void decimalCommasAndThoseOfTextSeparateNothingNextToSemicolons(String row) {
        assertThat(CsvRow.delimiter(row.getBytes(UTF_8))).isEqualTo((byte) ';');
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1,2,3",
                "1,2,a;b",
                "id, name",
                "\"a;b\",\"c;d\"",
                "5\" disk,a;b",
                "\"\",a;b",
                "a;b,c",
                "alone",
            })
    void commasSeparateElsewhere(String row) {
        assertThat(CsvRow.delimiter(row.getBytes(UTF_8))).isEqualTo((byte) ',');
    }

    @Test
    void tabsSeparateNextToSentences() {
        byte[] row = "2024-01-01\tHello, world; how are you\t1,5".getBytes(UTF_8);

        assertThat(CsvRow.columns(row, CsvRow.delimiter(row)))
                .isEqualTo(List.of("2024-01-01", "Hello, world; how are you", "1,5"));
    }
}
