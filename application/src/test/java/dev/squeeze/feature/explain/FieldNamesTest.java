package dev.squeeze.feature.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.format.BatchRecord;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldNamesTest {
    private final FieldNames names = new FieldNames();

    private static BatchRecord record(String value) {
        return new BatchRecord(
                null, value.getBytes(StandardCharsets.UTF_8), BatchRecord.NO_HEADERS, BatchRecord.WHEN_SENT);
    }

    private FieldSurvey survey(Stream<String> values) {
        return FieldSurvey.of(List.of(values.map(FieldNamesTest::record).toList()), names, new JsonValues(names, true));
    }

    private List<String> paths(List<Integer> fields) {
        return fields.stream().map(field -> names.field(field).path()).toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"a.b\":1} | \"a.b\"",
                "{\"a\":{\"b\":1}} | a.b",
                "{\"a\":{\"\":{\"c\":1}}} | a.\"\".c",
                "{\"a[]\":1} | \"a[]\"",
                "{\"a\":[1]} | a[]",
                "{\"a\":{\"[]\":1}} | a.\"[]\"",
                "{\"a\\\"b\":1} | \"a\\\"b\"",
                "{\"a.\\\\\":1} | \"a.\\\\\"",
                "{\"(record key)\":1} | \"(record key)\"",
                "{\"*\":1,\"b c\":1,\"é-1\":1} | *;b c;é-1",
            })
    void namesThatCouldBeTakenForPathsAreInQuotes(String document, String expected) {
        FieldSurvey survey = survey(Stream.of(document));

        assertThat(String.join(";", new TreeSet<>(paths(survey.leaves())))).isEqualTo(expected);
    }

    @Test
    void stepsOfAPathKeepNamesInQuotesWhole() {
        assertThat(FieldNames.steps("a.\"b.c\\\".d\"[].e", 9)).containsExactly("a", "\"b.c\\\".d\"[]", "e");
        assertThat(FieldNames.steps("a.b.c.d", 2)).containsExactly("a", "b.c.d");
    }

    @Test
    void whatIsNotToldApartHasTheFewestBytesAndSaysHowManyFieldsItIs() {
        // The last names of an object with three hundred have the most bytes.
        String wide = IntStream.range(0, 300)
                .mapToObj(i -> "\"f" + i + "\":\"" + "x".repeat(i) + "\"")
                .reduce((left, right) -> left + "," + right)
                .orElseThrow();
        FieldSurvey survey = survey(Stream.of("{\"small\":{" + wide + "}}", "{\"small\":{\"f0\":\"\"}}"));
        List<String> paths = paths(survey.leaves());

        assertThat(paths).hasSize(257).contains("small.f299", "small.f298").contains("small.(44 other fields)");
        assertThat(paths).doesNotContain("small.f0", "small.f43").contains("small.f44");
        int others = survey.leaves().get(paths.indexOf("small.(44 other fields)"));
        assertThat(survey.recordShare(others)).isEqualTo(1);
        assertThat(survey.rawBytesPerRecord(others)).isGreaterThan(100);
        assertThat(FieldNames.isOfManyNames("small.(44 other fields)")).isTrue();
        assertThat(names.isNamedByData(others)).isTrue();
    }

    @Test
    void objectsThatAreNotToldApartKeepTheirFields() {
        List<String> documents = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            documents.add("{\"map\":{\"user-" + i + "\":{\"x\":" + i + ",\"y\":2}},\"z" + i % 2 + "\":1}");
        }
        List<String> paths = paths(survey(documents.stream()).leaves());

        assertThat(paths).contains("map.(other fields).x", "map.(other fields).y", "z0", "z1", "map.user-1000.x");
        assertThat(paths).hasSize(2 + 2 * 256 + 2);
    }
}
