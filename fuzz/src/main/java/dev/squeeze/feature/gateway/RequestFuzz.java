package dev.squeeze.feature.gateway;

import static dev.squeeze.fuzz.Expectations.requireClear;
import static dev.squeeze.fuzz.Expectations.requireEqual;

import dev.squeeze.fuzz.FuzzTarget;
import dev.squeeze.fuzz.InputBytes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.internals.Topic;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;

/** From a request's headers and body to records, and names of topics, which have to be those that Kafka takes. */
public final class RequestFuzz implements FuzzTarget {
    private final RecordLimit limit = RecordLimit.of(Map.of());

    @Override
    public List<byte[]> seeds() {
        return List.of(
                seed(0x1f, "my-topic", "key%41", "name=a%C3%A4", "1700000000000", "x", "a\nb\r\n\nc"),
                seed(0x03, "a.b_c", "k", "name", "0", "", "{\"a\":1}"),
                seed(0x09, "..", "%", "=x", "-1", "true", ""));
    }

    private static byte[] seed(int which, String... texts) {
        byte[] all = {(byte) which};
        for (String text : Arrays.asList(texts).subList(0, texts.length - 1)) {
            all = InputBytes.concat(all, InputBytes.prefixed(text.length(), InputBytes.utf8(text)));
        }
        return InputBytes.concat(all, InputBytes.utf8(texts[texts.length - 1]));
    }

    @Override
    public void parse(byte[] input) {
        InputBytes bytes = new InputBytes(input);
        int which = bytes.next();
        String topic = bytes.text();
        requireEqual(isLegalToKafka(topic), TopicName.isLegal(topic), "whether Kafka takes the topic's name " + topic);
        HttpFields.Mutable fields = HttpFields.build();
        add(fields, (which & 1) != 0, RequestRecords.KEY, bytes.text());
        add(fields, (which & 2) != 0, RequestRecords.HEADER, bytes.text());
        add(fields, (which & 4) != 0, RequestRecords.TIMESTAMP, bytes.text());
        add(fields, (which & 8) != 0, RequestRecords.TOMBSTONE, bytes.text());
        boolean lines = (which & 16) != 0;
        add(fields, lines, HttpHeader.CONTENT_TYPE.asString(), "application/x-ndjson");
        byte[] body = bytes.rest();
        List<ProducerRecord<byte[], byte[]>> records;
        try {
            RequestRecords request = RequestRecords.of("topic", fields);
            LineCount count = request.count(body, body.length + 1);
            limit.require(request, count);
            records = request.of(body, count);
            requireEqual((long) records.size(), (long) count.records(), "records that were counted first");
        } catch (RefusedException e) {
            requireClear(e, "");
            return;
        }
        if (lines) {
            List<String> values = new ArrayList<>();
            records.forEach(record -> values.add(new String(record.value(), StandardCharsets.ISO_8859_1)));
            requireEqual(lines(body), values, "lines of a body");
        }
    }

    private static void add(HttpFields.Mutable fields, boolean wanted, String name, String value) {
        if (wanted) {
            fields.add(name, value);
        }
    }

    private static boolean isLegalToKafka(String topic) {
        try {
            Topic.validate(topic);
            return true;
        } catch (InvalidTopicException e) {
            return false;
        }
    }

    private static List<String> lines(byte[] body) {
        List<String> lines = new ArrayList<>();
        for (String line : new String(body, StandardCharsets.ISO_8859_1).split("\n", -1)) {
            lines.add(line);
        }
        // A carriage return at the very end of a body belongs to its line's end like any other.
        lines.replaceAll(line -> line.endsWith("\r") ? line.substring(0, line.length() - 1) : line);
        lines.removeIf(String::isEmpty);
        return lines;
    }
}
