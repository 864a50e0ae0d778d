package dev.squeeze.feature.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.format.BatchRecord;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

class FieldProfilesTest {
    private static final int BATCHES = 400;
    private static final int RECORDS_IN_A_BATCH = 50;

    private KindGuess kind(String path, IntFunction<String> values) {
        return of(path, values, FieldProfiles::kind);
    }

    private boolean loses(String path, IntFunction<String> values) {
        return of(path, values, FieldProfiles::loses);
    }

    private <T> T of(String path, IntFunction<String> values, BiFunction<FieldProfiles, Integer, T> wanted) {
        FieldNames names = new FieldNames();
        List<List<BatchRecord>> batches = new ArrayList<>();
        for (int batch = 0; batch < BATCHES; batch++) {
            List<BatchRecord> records = new ArrayList<>();
            for (int i = 0; i < RECORDS_IN_A_BATCH; i++) {
                byte[] value = values.apply(batch * RECORDS_IN_A_BATCH + i).getBytes(StandardCharsets.UTF_8);
                records.add(new BatchRecord(null, value, BatchRecord.NO_HEADERS, BatchRecord.WHEN_SENT));
            }
            batches.add(records);
        }
        JsonValues parser = new JsonValues(names);
        FieldSurvey survey = FieldSurvey.of(batches, names, parser);
        List<Integer> leaves = survey.leaves();
        FieldProfiles profiles = FieldProfiles.of(batches, names, parser, survey, leaves);
        for (int place = 0; place < leaves.size(); place++) {
            if (names.field(leaves.get(place)).path().equals(path)) {
                return wanted.apply(profiles, place);
            }
        }
        throw new AssertionError("no " + path);
    }

    @Test
    void allElementsOfAnArraySayWhatTheyAre() {
        Random random = new Random(2);
        String path = "tags[]";

        assertThat(kind(path, i -> "{\"tags\":[" + i + ",\"word " + random.nextInt() + "\"]}")
                        .kind())
                .isEqualTo(ValueKind.FREE_TEXT);
        assertThat(kind(path, i -> "{\"tags\":[" + i + "," + random.nextInt(1_000_000) + "]}")
                        .kind())
                .isEqualTo(ValueKind.NUMBER);
        assertThat(kind(path, i -> "{\"tags\":[" + 2 * i + "," + (2 * i + 1) + "]}")
                        .kind())
                .isEqualTo(ValueKind.COUNTER);
        KindGuess ids = kind(
                path,
                i -> "{\"tags\":[\"" + new UUID(random.nextLong(), random.nextLong()) + "\",\""
                        + new UUID(random.nextLong(), random.nextLong()) + "\"]}");
        assertThat(ids.kind()).isEqualTo(ValueKind.UUID);
    }

    @Test
    void aRareFieldHasTheKindOfItsValuesWhereverTheyAre() {
        Random random = new Random(2);
        KindGuess few = kind(
                "id",
                i -> i % 100 == 7
                        ? "{\"id\":\"" + new UUID(random.nextLong(), random.nextLong()) + "\"}"
                        : "{\"n\":1}");
        assertThat(few.kind()).isEqualTo(ValueKind.UUID);

        // All of them in batches outside the examined part.
        KindGuess elsewhere = kind(
                "id",
                i -> i / RECORDS_IN_A_BATCH == 1
                        ? "{\"id\":\"" + new UUID(random.nextLong(), random.nextLong()) + "\"}"
                        : "{\"n\":1}");
        assertThat(elsewhere.kind()).isEqualTo(ValueKind.UUID);
        assertThat(elsewhere.floorBytes()).isEmpty();
    }

    /** In a batch outside the examined part. */
    private static boolean isElsewhere(int record) {
        return record == RECORDS_IN_A_BATCH + 3;
    }

    @Test
    void aFieldIsConstantOnlyWhereNoRecordSaysOtherwise() {
        assertThat(kind("error", i -> "{\"error\":null}").kind()).isEqualTo(ValueKind.CONSTANT);

        KindGuess nearly = kind("error", i -> isElsewhere(i) ? "{\"error\":\"timeout\"}" : "{\"error\":null}");
        assertThat(nearly.kind()).isEqualTo(ValueKind.LOW_CARDINALITY);
        assertThat(nearly.floorBytes()).isEmpty();

        // For a rare field, the first values are used.
        assertThat(kind(
                                "id",
                                i -> i % 100 == 7
                                        ? "{\"id\":" + (i > BATCHES * RECORDS_IN_A_BATCH / 2) + "}"
                                        : "{\"n\":1}")
                        .kind())
                .isEqualTo(ValueKind.LOW_CARDINALITY);
    }

    @Test
    void anArrayIsConstantWhereAllRecordsHaveTheSameElements() {
        assertThat(kind("tags[]", i -> "{\"tags\":[1,2]}").kind()).isEqualTo(ValueKind.CONSTANT);
        assertThat(kind("tags[]", i -> isElsewhere(i) ? "{\"tags\":[1]}" : "{\"tags\":[1,2]}")
                        .kind())
                .isEqualTo(ValueKind.LOW_CARDINALITY);
        assertThat(kind("tags[]", i -> isElsewhere(i) ? "{\"tags\":[1,2,2]}" : "{\"tags\":[1,2]}")
                        .kind())
                .isEqualTo(ValueKind.LOW_CARDINALITY);
    }

    @Test
    void aSmallerFormLosesSomethingWhereAnyRecordDoes() {
        String millis = "{\"at\":\"2026-01-01T00:00:00.%03dZ\"}";
        assertThat(loses("at", i -> millis.formatted(i % 1_000))).isFalse();
        assertThat(loses(
                        "at",
                        i -> isElsewhere(i) ? "{\"at\":\"2026-01-01T00:00:00.123456Z\"}" : millis.formatted(i % 1_000)))
                .isTrue();

        String number = "{\"zip\":\"%d\"}";
        assertThat(loses("zip", i -> isElsewhere(i) ? "{\"zip\":\"01742\"}" : number.formatted(10_000 + i)))
                .isTrue();
        // No number: it stays text.
        assertThat(loses("zip", i -> isElsewhere(i) ? "{\"zip\":\"01742-A\"}" : number.formatted(10_000 + i)))
                .isFalse();
    }
}
