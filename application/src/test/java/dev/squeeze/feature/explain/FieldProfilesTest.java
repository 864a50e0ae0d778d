package dev.squeeze.feature.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.format.BatchRecord;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

class FieldProfilesTest {
    private static final int BATCHES = 400;
    private static final int RECORDS_IN_A_BATCH = 50;

    private final FieldNames names = new FieldNames();

    private KindGuess kind(String path, IntFunction<String> values) {
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
        List<Integer> leaves = FieldSurvey.of(batches, names, parser).leaves();
        FieldProfiles profiles = FieldProfiles.of(batches, names, parser, leaves);
        for (int place = 0; place < leaves.size(); place++) {
            if (names.field(leaves.get(place)).path().equals(path)) {
                return profiles.kind(place);
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

        // All of them in batches that the part which is looked at does not have.
        KindGuess elsewhere = kind(
                "id",
                i -> i / RECORDS_IN_A_BATCH == 1
                        ? "{\"id\":\"" + new UUID(random.nextLong(), random.nextLong()) + "\"}"
                        : "{\"n\":1}");
        assertThat(elsewhere.kind()).isEqualTo(ValueKind.UUID);
        assertThat(elsewhere.floorBytes()).isEmpty();
    }
}
