package dev.squeeze.feature.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.squeeze.kit.format.BatchRecord;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The known types of made-up records must be found, and none if there are none. */
class RecordTypesTest {
    private static final int RECORDS = 2_000;

    private final FieldNames names = new FieldNames();
    private final JsonValues json = new JsonValues(names);
    private final Random random = new Random(5);

    private Optional<RecordTypes.Found> types(IntFunction<String> document) {
        List<BatchRecord> records = IntStream.range(0, RECORDS)
                .mapToObj(i -> new BatchRecord(
                        null, document.apply(i).getBytes(StandardCharsets.UTF_8), BatchRecord.NO_HEADERS, 1_000))
                .toList();
        FieldSurvey.of(List.of(records), names, json);
        return RecordTypes.of(List.of(records), names, json);
    }

    private int typeOf(RecordTypes.Found found, String document) {
        return found.types().of(json.parse(document.getBytes(StandardCharsets.UTF_8)));
    }

    /** An optional object, which gives each type two shapes. */
    private String maybe() {
        return random.nextBoolean() ? ",\"org\":{\"id\":1,\"login\":\"x\",\"url\":\"u\",\"avatar\":\"a\"}" : "";
    }

    @Test
    void typesOfEventsAreToldApartByTheFieldThatSaysSo() {
        RecordTypes.Found found = types(i -> {
                    String kind = i % 10 < 7 ? "order" : "visit";
                    String own = kind.equals("order")
                            ? "\"order\":{\"items\":[{\"price\":3}],\"total\":4,\"currency\":\"EUR\"}"
                            : "\"page\":\"/x\",\"referrer\":\"r\"";
                    return "{\"id\":" + i + ",\"even\":" + (i % 2 == 0) + ",\"kind\":\"" + kind + "\"," + own + maybe()
                            + "}";
                })
                .orElseThrow();

        assertThat(found.discriminatorField()).contains("kind");
        assertThat(found.shares().get(0)).isCloseTo(0.7, within(0.01));
        assertThat(found.shares().get(1)).isCloseTo(0.3, within(0.01));
        assertThat(found.ownFields().get(0)).contains("order");
        assertThat(found.ownFields().get(1)).containsExactlyInAnyOrder("page", "referrer");
        assertThat(typeOf(found, "{\"id\":1,\"even\":true,\"kind\":\"visit\",\"page\":\"/\",\"referrer\":\"\"}"))
                .isOne();
        assertThat(typeOf(found, "{\"id\":1,\"even\":true,\"kind\":\"refund\"}"))
                .isEqualTo(found.types().count());
    }

    @Test
    void withoutSuchAFieldTheyAreToldApartByTheirShapes() {
        RecordTypes.Found found = types(i -> i % 4 == 0
                        ? "{\"temperature\":1.5,\"humidity\":40,\"station\":\"s" + i + "\"}"
                        : "{\"latitude\":50.1,\"longitude\":8.6,\"speed\":30,\"vehicle\":\"v" + i + "\"}")
                .orElseThrow();

        assertThat(found.discriminatorField()).isEmpty();
        assertThat(found.shares()).containsExactly(0.75, 0.25);
        assertThat(typeOf(found, "{\"temperature\":1,\"humidity\":2,\"station\":\"x\"}"))
                .isOne();
        assertThat(typeOf(found, "{\"other\":1}")).isEqualTo(found.types().count());
    }

    @Test
    void optionalFieldsMakeNoTypes() {
        assertThat(types(i -> {
                    StringBuilder document = new StringBuilder("{\"id\":" + i + ",\"parity\":" + i % 2);
                    for (int field = 0; field < 8; field++) {
                        document.append(random.nextBoolean() ? ",\"optional" + field + "\":1" : "");
                    }
                    return document + "}";
                }))
                .isEmpty();
    }

    @Test
    void shapesThatAreAllDifferentMakeNoTypes() {
        assertThat(types(i -> {
                    StringBuilder document = new StringBuilder("{\"id\":" + i);
                    for (int field = 0; field < 60; field++) {
                        document.append(random.nextInt(4) == 0 ? ",\"optional" + field + "\":1" : "");
                    }
                    return document + "}";
                }))
                .isEmpty();
    }

    @Test
    void recordsWithTheSameFieldsHaveNoTypes() {
        assertThat(types(i -> "{\"id\":" + i + ",\"kind\":\"" + (i % 3) + "\",\"text\":\"t\"}"))
                .isEmpty();
    }

    @Test
    void aFieldWhoseValuesHardlyComeAgainTellsNothing() {
        // Each value has one shape, since hardly any occurs twice.
        assertThat(types(i -> {
                    StringBuilder document = new StringBuilder("{\"id\":" + i + ",\"day\":" + i / 8);
                    for (int field = 0; field < 8; field++) {
                        document.append(random.nextBoolean() ? ",\"optional" + field + "\":1" : "");
                    }
                    return document + "}";
                }))
                .isEmpty();
    }

    @Test
    void identifiersAsNamesMakeNoTypes() {
        assertThat(types(i -> "{\"id\":" + i + ",\"counts\":{\"user-" + random.nextInt(5_000) + "\":1,\"user-"
                        + random.nextInt(5_000) + "\":2}}"))
                .isEmpty();
    }
}
