package dev.squeeze.engine.encoding;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Values are encoded and decoded by the real libraries. */
@Tag("slow")
class EncodingsTest {
    private static List<byte[]> values(String... documents) {
        return Stream.of(documents)
                .map(document -> document.getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    private static Encodings inferred(List<byte[]> values) {
        return Encodings.infer(values, new JsonDocuments()::read, () -> false).orElseThrow();
    }

    private static Map<DataFormat, EncodedValues> written(List<byte[]> values) {
        return inferred(values).write(() -> false, done -> {}).orElseThrow().stream()
                .collect(Collectors.toMap(EncodedValues::format, each -> each));
    }

    @Test
    void everyFormatGivesBackWhatWentIn() {
        Map<DataFormat, EncodedValues> written = written(values(
                "{\"id\":1,\"name\":\"a\",\"price\":1.5,\"tags\":[\"x\",\"y\"],\"in\":{\"deep\":[[1],[2,3]]},\"ok\":true}",
                "{\"id\":-7,\"name\":\"b\",\"price\":2.25,\"tags\":[\"z\"],\"in\":{\"deep\":[[4]]},\"ok\":false}"));

        assertThat(written).hasSize(5);
        assertThat(written.values()).allSatisfy(each -> {
            assertThat(each.roundTripFailures()).as(each.format().label()).isZero();
            assertThat(each.losses()).as(each.format().label()).isEmpty();
        });
        assertThat(new String(written.get(DataFormat.JSON).values().get(0), StandardCharsets.UTF_8))
                .startsWith("{\"id\":1,\"name\":\"a\",\"price\":1.5");
        // Without field names, but with the five bytes of the schema id.
        assertThat(written.get(DataFormat.AVRO).bytesPerValue()).isBetween(20.0, 35.0);
        assertThat(written.get(DataFormat.PROTOBUF).bytesPerValue()).isBetween(20.0, 45.0);
    }

    @Test
    void mixedTypesNullsAndAbsentFieldsComeBackUpToTheListedLosses() {
        Map<DataFormat, EncodedValues> written = written(values(
                "{\"v\":1,\"list\":[1,\"two\",null,{\"x\":1}],\"o\":null}",
                "{\"list\":[],\"v\":\"text\"}",
                "{\"v\":{\"x\":2},\"o\":\"here\"}",
                "{\"v\":[1.5,2]}",
                "[{\"v\":1}]"));

        assertThat(written.values()).allSatisfy(each -> assertThat(each.roundTripFailures())
                .as(each.format().label())
                .isZero());
        assertThat(written.get(DataFormat.AVRO).losses())
                .containsEntry(Loss.NO_VALUE_AS_ABSENT, 1L)
                .containsEntry(Loss.MEMBER_ORDER, 1L)
                .doesNotContainKey(Loss.EMPTY_AS_ABSENT);
        assertThat(written.get(DataFormat.PROTOBUF).losses())
                .containsEntry(Loss.EMPTY_AS_ABSENT, 1L)
                .containsEntry(Loss.NO_VALUE_AS_ABSENT, 1L);
        assertThat(written.get(DataFormat.CBOR).losses()).isEmpty();
    }

    @Test
    void lossesOfTheTextAreListed() {
        Map<DataFormat, EncodedValues> written = written(values(
                "{\"a\":1.50,\"big\":123456789012345678901234567890,\"dup\":1,\"dup\":2,\"a-b\":1}",
                "{\"a\":2.25,\"big\":0.12345678901234567890123,\"dup\":2,\"a-b\":2}"));

        assertThat(written.get(DataFormat.JSON).losses())
                .containsEntry(Loss.NUMBERS_AS_WRITTEN, 1L)
                .containsEntry(Loss.DUPLICATE_NAMES, 1L);
        assertThat(written.get(DataFormat.CBOR).losses()).doesNotContainKey(Loss.NUMBERS_AS_TEXT);
        assertThat(written.get(DataFormat.AVRO).losses())
                .containsEntry(Loss.NUMBERS_AS_TEXT, 2L)
                .containsEntry(Loss.NAMES_CHANGED, 2L);
        assertThat(written.values()).allSatisfy(each -> assertThat(each.roundTripFailures())
                .as(each.format().label())
                .isZero());
    }

    @Test
    void objectsWithIdsAsNamesAreMaps() {
        Random random = new Random(5);
        List<byte[]> values = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            values.addAll(values("{\"by\":{\"id" + random.nextInt(1_000_000) + "\":" + i + "}}"));
        }

        // As a record, four hundred optional fields would need four hundred bytes.
        assertThat(written(values).get(DataFormat.AVRO).bytesPerValue()).isLessThan(30);
    }

    @Test
    void deepAndWideDocumentsComeBack() {
        String deep = "{\"a\":".repeat(900) + "1" + "}".repeat(900);
        StringBuilder wide = new StringBuilder("{\"f0\":0");
        for (int i = 1; i < 5_000; i++) {
            wide.append(",\"f").append(i).append("\":").append(i);
        }
        Map<DataFormat, EncodedValues> written =
                written(values(deep, wide.append('}').toString()));

        assertThat(written.values()).allSatisfy(each -> assertThat(each.roundTripFailures())
                .as(each.format().label())
                .isZero());
        assertThat(written.get(DataFormat.PROTOBUF).losses()).containsEntry(Loss.DEEP_AS_TEXT, 1L);
    }

    @Test
    void whatIsNoDocumentStaysAsItIs() {
        List<byte[]> values = values("{\"a\":1}", "no json", "{\"a\":\"\\ud800\"}");
        Encodings inferred = inferred(values);
        List<EncodedValues> written = inferred.write(() -> false, done -> {}).orElseThrow();

        assertThat(inferred.documents()).isEqualTo(2);
        assertThat(written).allSatisfy(each -> assertThat(each.values().get(1)).isEqualTo(values.get(1)));
        // Half a surrogate pair cannot be encoded in UTF-8; only JSON has an escape for it.
        assertThat(written)
                .filteredOn(each -> each.format() != DataFormat.JSON)
                .hasSize(4)
                .allSatisfy(each -> {
                    assertThat(each.roundTripFailures())
                            .as(each.format().label())
                            .isEqualTo(1);
                    assertThat(each.values().get(2)).isEqualTo(values.get(2));
                });
        assertThat(written).filteredOn(each -> each.format() == DataFormat.JSON).allSatisfy(each -> assertThat(
                        new String(each.values().get(2), StandardCharsets.UTF_8))
                .isEqualToIgnoringCase("{\"a\":\"\\ud800\"}"));
    }

    @Test
    void everyFormatIsTimedInBothDirections() throws IOException {
        Map<DataFormat, EncodingSpeeds.Speed> speeds =
                inferred(values("{\"a\":1}", "{\"a\":2}")).speeds(10, 1).measure(() -> false);

        assertThat(speeds).hasSize(5);
        assertThat(speeds.values()).allSatisfy(speed -> {
            assertThat(speed.write().estimate()).isPositive();
            assertThat(speed.read().estimate()).isPositive();
        });
    }
}
