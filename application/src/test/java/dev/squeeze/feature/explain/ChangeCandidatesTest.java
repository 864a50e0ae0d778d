package dev.squeeze.feature.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ChangeCandidatesTest {
    private static final int RECORDS = 2_000;
    private static final int RECORDS_IN_A_BATCH = 50;

    private static List<ChangeCandidate> candidates(IntFunction<@Nullable String> values, String... expensive) {
        List<BatchRecord> records = new ArrayList<>();
        for (int i = 0; i < RECORDS; i++) {
            String value = values.apply(i);
            records.add(new BatchRecord(
                    null,
                    value == null ? null : value.getBytes(StandardCharsets.UTF_8),
                    BatchRecord.NO_HEADERS,
                    BatchRecord.WHEN_SENT));
        }
        List<List<BatchRecord>> batches = new ArrayList<>();
        for (int i = 0; i < RECORDS; i += RECORDS_IN_A_BATCH) {
            batches.add(records.subList(i, i + RECORDS_IN_A_BATCH));
        }
        ValueFormatGuess format = ValueFormatGuess.of("records", "jsonl", List.of(), records, Optional.empty());
        FieldMeasurement measurement = new FieldMeasurement(
                MeasuredBatches.once(batches), format, Codec.parse("zstd:3"), BatchClosing.NEVER, 1, 1);
        return new ChangeCandidates(
                        measurement,
                        Stream.of(expensive).map(ChangeCandidatesTest::cost).toList(),
                        format.format())
                .all();
    }

    private static FieldCost cost(String path) {
        ConfidenceInterval stored = ConfidenceInterval.around(5, 1, 10);
        return new FieldCost(
                path,
                ValueKind.FREE_TEXT,
                1,
                1,
                12,
                0.4,
                stored,
                0.4,
                stored,
                OptionalDouble.empty(),
                Repeats.NONE,
                List.of());
    }

    private static String address(int zip, String city) {
        return "{\"zip\":\"z" + zip + "\",\"city\":\"" + city + "\"}";
    }

    private static ChangeCandidate withoutCity(IntFunction<@Nullable String> values) {
        return candidates(values, "city").stream()
                .filter(candidate -> candidate.fields().equals(List.of("city"))
                        && candidate.words().startsWith("leave out"))
                .findFirst()
                .orElseThrow();
    }

    /** One of 2,000 records has a city that does not match its zip code: its value would be lost. */
    @Test
    void aFieldIsCalledDeterminedWhereItIsSoInEveryRecord() {
        ChangeCandidate always = withoutCity(i -> address(i * 7 % 40, "c" + i * 7 % 40 / 6));
        assertThat(always.kind()).isEqualTo(Suggestion.Kind.DROP_DETERMINED);
        assertThat(always.words()).isEqualTo("leave out city, which zip determines");

        ChangeCandidate mostly =
                withoutCity(i -> address(i * 7 % 40, i == RECORDS - 1 ? "other" : "c" + i * 7 % 40 / 6));
        assertThat(mostly.kind()).isEqualTo(Suggestion.Kind.DROP);
        assertThat(mostly.words()).isEqualTo("leave out city, which zip determines in 99.9 % of the records");
        assertThat(mostly.breaks()).contains("lost", "zip");
    }

    private static List<String> constants(IntFunction<@Nullable String> values) {
        return candidates(values).stream()
                .filter(candidate -> candidate.kind() == Suggestion.Kind.CONSTANTS_TO_SCHEMA)
                .flatMap(candidate -> candidate.fields().stream())
                .sorted()
                .toList();
    }

    /**
     * If records of another kind lack a field, that is information; deleted records and those that are not JSON do not
     * count.
     */
    @Test
    void onlyWhatEveryValueHasAlikeGoesIntoTheSchema() {
        assertThat(constants(i -> switch (i) {
                    case 100 -> null;
                    case 200 -> "no JSON";
                    default ->
                        "{\"version\":7,\"host\":\"a\",\"error\":null,\"n\":" + i
                                + (i == 300 ? "}" : ",\"optional\":1}");
                }))
                .containsExactly("error", "host", "version");
        assertThat(constants(
                        i -> "{\"version\":7,\"host\":\"a\",\"error\":" + (i == 99 ? "{\"code\":5}" : "null") + "}"))
                .containsExactly("host", "version");
    }

    /** The names of an object are counted individually up to a limit; all others are one field. */
    @Test
    void theSameValueUnderManyNamesIsNoConstant() {
        String common = IntStream.range(0, 256)
                .mapToObj(name -> "\"c" + name + "\":true,")
                .collect(Collectors.joining());

        assertThat(constants(i -> "{\"tags\":{" + common + "\"other" + i + "\":true}}"))
                .contains("tags.c100")
                .noneMatch(FieldNames::isOfManyNames);
    }
}
