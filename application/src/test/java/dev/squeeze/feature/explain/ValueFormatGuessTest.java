package dev.squeeze.feature.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.feature.explain.ExplainResult.ValueFormat;
import dev.squeeze.kit.format.BatchRecord;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValueFormatGuessTest {
    private static ValueFormatGuess guess(String readAs, List<String> values) {
        return guess(readAs, List.of(), values);
    }

    private static ValueFormatGuess guess(String readAs, List<String> columns, List<String> values) {
        List<BatchRecord> records = values.stream()
                .map(value -> new BatchRecord(
                        null, value.getBytes(StandardCharsets.UTF_8), BatchRecord.NO_HEADERS, BatchRecord.WHEN_SENT))
                .toList();
        return ValueFormatGuess.of("test", readAs, columns, records, Optional.empty());
    }

    private static TreeSet<String> paths(ValueFormatGuess guess, String value) {
        FieldNames names = new FieldNames();
        TreeSet<String> paths = new TreeSet<>();
        guess.parser(names)
                .parse(value.getBytes(StandardCharsets.UTF_8))
                .ifPresent(tree ->
                        tree.each(node -> paths.add(names.field(node.field()).path())));
        return paths;
    }

    /** Tested on a hundred values; values that are not documents are as long as documents. */
    @ParameterizedTest
    @CsvSource({
        "lines, 100, JSON",
        "lines, 70, JSON",
        "lines, 51, JSON",
        "lines, 40, LINES",
        "topic, 51, JSON",
        "jsonl, 40, JSON",
        "jsonl, 5, JSON",
        "jsonl, 4, LINES",
    })
    void documentsWinWhereTheyAreMostOfTheBytesOrWhereJsonWasGiven(String readAs, int documents, ValueFormat expected) {
        List<String> values = IntStream.range(0, 100)
                .mapToObj(i -> i < documents ? "{\"number\":" + (100 + i) + "}" : "no document" + (100 + i))
                .toList();

        assertThat(guess(readAs, values).format()).isEqualTo(expected);
    }

    @Test
    void aDocumentThatIsASingleValueIsJsonWhereOthersAre() {
        ValueFormatGuess guess = guess("jsonl", List.of("{\"a\":1}", "[1,2]", "12"));

        assertThat(guess.format()).isEqualTo(ValueFormat.JSON);
        assertThat(paths(guess, "[1,2]")).containsExactly("[]");
        assertThat(paths(guess, "12")).containsExactly("(value)");
        assertThat(paths(guess, "\"text\"")).containsExactly("(value)");
        assertThat(paths(guess, "12 apples")).isEmpty();
    }

    @Test
    void valuesAreCutAsTheirHeaderIsWhateverIsInThem() {
        List<String> rows = List.of("1;Smith,John,jr;2,50", "2;x,y;3,75", "3;z;1,00");

        assertThat(paths(guess("csv", List.of("id", "name", "amount"), rows), rows.get(0)))
                .containsExactly("amount", "id", "name");
        assertThat(paths(guess("csv", List.of(), List.of("0;na 0;0,00", "1;na 1;1,37")), "0;na 0;0,00"))
                .containsExactly("column 1", "column 2", "column 3");
    }
}
