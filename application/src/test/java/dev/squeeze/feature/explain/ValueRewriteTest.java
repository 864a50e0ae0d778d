package dev.squeeze.feature.explain;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValueRewriteTest {
    private final FieldNames names = new FieldNames();
    private final JsonValues json = new JsonValues(names);

    private ValueTree tree(String document) {
        return json.parse(document.getBytes(StandardCharsets.UTF_8)).orElseThrow();
    }

    private List<Integer> fields(ValueTree tree, String... paths) {
        List<Integer> fields = new ArrayList<>();
        tree.each(node -> {
            if (List.of(paths).contains(names.field(node.field()).path())) {
                fields.add(node.field());
            }
        });
        return fields.stream().distinct().toList();
    }

    private static String text(byte[] value) {
        return new String(value, StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"a\":1,\"b\":2,\"c\":3} | a | {\"b\":2,\"c\":3}",
                "{\"a\":1,\"b\":2,\"c\":3} | b | {\"a\":1,\"c\":3}",
                "{\"a\":1,\"b\":2,\"c\":3} | c | {\"a\":1,\"b\":2}",
                "{\"a\":1} | a | {}",
                "{ \"a\" : -1.5e3 , \"b\" : \"x,}\" } | a | { \"b\" : \"x,}\" }",
                "{\"a\":{\"b\":1},\"c\":true} | a.b | {\"c\":true}",
                "{\"a\":{\"b\":1,\"d\":null},\"c\":true} | a.b | {\"a\":{\"d\":null},\"c\":true}",
                "{\"a\":[{\"b\":1,\"c\":2},{\"b\":3}]} | a[].b | {\"a\":[{\"c\":2}]}",
                "{\"a\":[1,2],\"b\":3} | a[] | {\"b\":3}",
                "{\"é\":\"\\\"ü\",\"b\":\"€\"} | é | {\"b\":\"€\"}",
                "{\"a\":1,\"a\":2,\"b\":3} | a | {\"b\":3}",
                "{\"a\":[],\"b\":3} | b | {\"a\":[]}",
                "[{\"a\":1},{\"a\":2,\"b\":4}] | [].a | [{\"b\":4}]"
            })
    void whatIsLeftIsTheDocumentWithoutTheField(String document, String path, String expected) {
        ValueTree tree = tree(document);

        assertThat(text(ValueRewrite.without(names, fields(tree, path)).of(tree)))
                .isEqualTo(expected);
    }

    @Test
    void nothingChangesWhereNothingIsLeftOut() {
        String document = "{ \"a\" : [ {\"b\":1.0}, [2, []] ] , \"c\":\"\\u00e9\" }";

        assertThat(text(ValueRewrite.without(names, List.of()).of(tree(document))))
                .isEqualTo(document);
    }

    @Test
    void valuesAreWrittenInASmallerForm() {
        ValueTree tree = tree(
                "{\"id\":\"00112233-4455-6677-8899-aabbccddeeff\",\"n\":\"12\",\"at\":\"2026-01-01T00:00:01Z\",\"x\":\"no\"}");
        Map<Integer, ValueForm> forms = Map.of(
                fields(tree, "n").get(0),
                ValueForm.NUMBER_TEXT,
                fields(tree, "at").get(0),
                ValueForm.TIME_TEXT,
                fields(tree, "x").get(0),
                ValueForm.HEX_TEXT);

        assertThat(text(ValueRewrite.of(names, forms, fields(tree, "id"), Optional.empty())
                        .of(tree)))
                .isEqualTo("{\"n\":12,\"at\":1767225601000,\"x\":\"no\"}");
        assertThat(ValueForm.UUID_TEXT.rewritten(tree.bytes(), 6, 44))
                .hasSize(16)
                .startsWith(0, 0x11, 0x22);
    }

    @Test
    void membersComeInTheOrderOfTheirRanks() {
        ValueTree tree = tree("{\"a\":1,\"b\":{\"y\":1,\"x\":2},\"c\":3}");
        int[] ranks = new int[names.size()];
        ranks[fields(tree, "a").get(0)] = 3;
        ranks[fields(tree, "b.y").get(0)] = 2;
        ranks[fields(tree, "b").get(0)] = 1;

        assertThat(text(ValueRewrite.of(names, Map.of(), List.of(), Optional.of(ranks))
                        .of(tree)))
                .isEqualTo("{\"c\":3,\"b\":{\"x\":2,\"y\":1},\"a\":1}");
    }

    @Test
    void columnsAreLeftOutWithTheirSeparator() {
        FieldNames columns = new FieldNames();
        CsvValues csv = new CsvValues(columns, (byte) ',', List.of("a", "b"));
        ValueTree row = csv.parse("1,\"x,\"\"y\"\"\",,4".getBytes(StandardCharsets.UTF_8))
                .orElseThrow();

        assertThat(row.root().children()).hasSize(4);
        assertThat(text(ValueRewrite.without(
                                columns, List.of(row.root().children().get(1).field()))
                        .of(row)))
                .isEqualTo("1,,4");
        assertThat(columns.field(row.root().children().get(3).field()).path()).isEqualTo("column 4");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {"{\"a\":1", "12", "\"text\"", "{\"a\":1} {\"b\":2}", "{a:1}", "{\"a\":01}"})
    void whatIsNoDocumentHasNoFields(String value) {
        assertThat(json.parse(value.getBytes(StandardCharsets.UTF_8))).isEmpty();
    }

    @Test
    void depthAndOtherEncodingsAreNoFailure() {
        String deep = "{\"a\":".repeat(900) + "1" + "}".repeat(900);
        assertThat(json.parse(deep.getBytes(StandardCharsets.UTF_8))).isPresent();
        assertThat(json.parse(("{\"a\":".repeat(2_000) + "1" + "}".repeat(2_000)).getBytes(StandardCharsets.UTF_8)))
                .isEmpty();
        assertThat(json.parse("{\"a\":1}".getBytes(StandardCharsets.UTF_16))).isEmpty();
        assertThat(json.parse(new byte[] {'{', '"', (byte) 0xc3, '"', ':', '1', '}'}))
                .isEqualTo(Optional.empty());
    }

    @Test
    void namesBeyondABoundAreOneField() {
        for (int i = 0; i < 3_000; i++) {
            tree("{\"map\":{\"user-" + i + "\":1,\"of\":{\"user-" + i + "\":{\"x\":1,\"y\":2}}}}");
        }

        assertThat(names.size()).isLessThan(21_000);
        assertThat(fields(tree("{\"map\":{\"user-50000\":1}}"), "map.(other fields)"))
                .hasSize(1);
    }
}
