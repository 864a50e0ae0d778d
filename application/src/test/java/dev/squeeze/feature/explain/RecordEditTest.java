package dev.squeeze.feature.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.format.BatchRecord;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.junit.jupiter.api.Test;

/** Changes that replace the records of a batch. */
class RecordEditTest {
    private final FieldNames names = new FieldNames();
    private final JsonValues json = new JsonValues(names);

    private static BatchRecord record(long millis, String value) {
        return new BatchRecord(
                null, value.getBytes(StandardCharsets.UTF_8), new Header[] {new RecordHeader("h", null)}, millis);
    }

    private List<BatchRecord> changed(RecordEdit edit, BatchRecord... batch) {
        return edit.applyAll(
                List.of(batch),
                Arrays.stream(batch)
                        .map(record -> Optional.ofNullable(record.value()).flatMap(json::parse))
                        .toList());
    }

    private static List<String> values(List<BatchRecord> records) {
        return records.stream()
                .map(record -> new String(Optional.ofNullable(record.value()).orElseThrow(), StandardCharsets.UTF_8))
                .toList();
    }

    private int field(String document, String path, boolean container) {
        json.parse(document.getBytes(StandardCharsets.UTF_8)).orElseThrow();
        for (int field = 0; field < names.size(); field++) {
            if (names.field(field).path().equals(path) && names.field(field).container() == container) {
                return field;
            }
        }
        throw new AssertionError("no " + path);
    }

    @Test
    void neighboursBecomeOneRecordWithTheTimeOfTheFirst() {
        List<BatchRecord> joined = changed(
                new RecordEdit.Joined(2, ValueJoin.ARRAY), record(1, "{\"a\":1}"), record(2, "{}"), record(3, "[]"));

        assertThat(values(joined)).containsExactly("[{\"a\":1},{}]", "[[]]");
        assertThat(joined).extracting(BatchRecord::timestampMillis).containsExactly(1L, 3L);
    }

    @Test
    void valuesWithoutFieldsBecomeEmptyWhereThatIsAskedFor() {
        ValueRewrite withoutA = ValueRewrite.without(names, List.of(field("{\"a\":1}", "a", false)));

        assertThat(values(changed(new RecordEdit.OfValue(withoutA), record(1, "{\"a\":1}"), record(2, "text"))))
                .containsExactly("{}", "text");
        assertThat(values(changed(new RecordEdit.OfValue(withoutA, true), record(1, "{\"a\":1}"), record(2, "text"))))
                .containsExactly("{}", "");
        BatchRecord tombstone = new BatchRecord(new byte[] {1}, null, BatchRecord.NO_HEADERS, 3);
        assertThat(changed(new RecordEdit.OfValue(withoutA, true), tombstone)).containsExactly(tombstone);
    }

    @Test
    void valuesAreJoinedAsTheirFormatAllows() {
        List<byte[]> values = new ArrayList<>(List.of("a".getBytes(StandardCharsets.UTF_8), new byte[] {7, 8}));

        assertThat(ValueJoin.LINES.of(values)).containsExactly('a', '\n', 7, 8);
        assertThat(ValueJoin.LENGTHS.of(values)).containsExactly(0, 0, 0, 1, 'a', 0, 0, 0, 2, 7, 8);
        values.add(1, null);
        assertThat(ValueJoin.ARRAY.of(values)).containsExactly('[', 'a', ',', 7, 8, ']');
    }

    @Test
    void eachElementOfAnArrayBecomesARecordWithAllElse() {
        String document = "{ \"id\":1, \"items\":[ {\"p\":1}, {\"p\":2} ], \"z\":0}";
        int items = field(document, "items", true);

        List<BatchRecord> split =
                changed(new RecordEdit.ForEachElement(items), record(5, document), record(6, "{\"items\":[]}"));

        assertThat(values(split))
                .containsExactly(
                        "{ \"id\":1, \"items\":[ {\"p\":1} ], \"z\":0}",
                        "{ \"id\":1, \"items\":[ {\"p\":2} ], \"z\":0}",
                        "{\"items\":[]}");
        assertThat(split).extracting(BatchRecord::timestampMillis).containsExactly(5L, 5L, 6L);
    }

    @Test
    void aLargeDocumentIsNotCopiedForEachOfVeryManyElements() {
        String document = "{\"items\":[1" + ",1".repeat(9_999) + "],\"text\":\"" + "x".repeat(1_000) + "\"}";
        int items = field(document, "items", true);

        assertThat(values(changed(new RecordEdit.ForEachElement(items), record(5, document))))
                .containsExactly(document);
    }

    @Test
    void fieldsBecomeHeadersBehindThoseThatAreThere() {
        String document = "{\"type\":\"x\",\"n\":1}";
        ValueRewrite without = ValueRewrite.without(names, List.of(field(document, "type", false)));

        List<BatchRecord> moved = changed(
                new RecordEdit.ToHeaders(without, List.of(new RecordHeader("type", new byte[] {'x'}))),
                record(1, document),
                record(2, "no document"));

        assertThat(values(moved)).containsExactly("{\"n\":1}", "no document");
        assertThat(moved.get(0).headers()).extracting(Header::key).containsExactly("h", "type");
        assertThat(moved.get(1).headers()).extracting(Header::key).containsExactly("h");
    }
}
