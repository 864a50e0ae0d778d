package dev.squeeze.feature.copy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.BrokerForTests;
import dev.squeeze.Invocation;
import dev.squeeze.ResultSchema;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What a copy reports over time, about itself and about its source. */
@Tag("live")
@Timeout(120)
class CopyOverTimeTest {
    private static final long START_MILLIS = 1_760_000_000_000L;
    private static final long HOUR_MILLIS = 3_600_000;
    private static final int RECORDS_AN_HOUR = 600;
    private static final int RECORDS = 1_200;

    @RegisterExtension
    static final BrokerForTests broker = BrokerForTests.emptied();

    /** Three hours: uncompressed, then snappy, then zstd. */
    private static void stepByStep(String topic) {
        broker.create(topic, 1, Map.of("retention.ms", "-1"));
        List<String> codecs = List.of("none", "snappy", "zstd");
        for (int hour = 0; hour < codecs.size(); hour++) {
            try (KafkaProducer<byte[], byte[]> producer = CopiedTopics.producer(broker, codecs.get(hour), "")) {
                for (int i = 0; i < RECORDS_AN_HOUR; i++) {
                    long millis = START_MILLIS + hour * HOUR_MILLIS + i * HOUR_MILLIS / RECORDS_AN_HOUR;
                    producer.send(new ProducerRecord<>(
                            topic,
                            0,
                            millis,
                            null,
                            CopiedTopics.bytes("GET /index.html 200 " + i % 37 + " ".repeat(40))));
                    if (i % 20 == 19) {
                        producer.flush();
                    }
                }
            }
        }
    }

    @Test
    void aTopicWhoseProducersChangedTheirCodecShowsTheSteps(@TempDir Path folder) throws Exception {
        stepByStep("steps");
        Path json = folder.resolve("copy.json");
        Path page = folder.resolve("copy.html");

        copy("steps", "none,zstd:3", "--output", json.toString(), "--report", page.toString())
                .expectDone();

        JsonNode document = ResultSchema.parse(Files.readString(json));
        assertThat(ResultSchema.faults(document)).isEmpty();
        List<String> order = new ArrayList<>();
        long records = 0;
        double last = Double.MAX_VALUE;
        for (JsonNode span : document.at("/report/sourceSpans")) {
            String codec = span.at("/codecs/0/codec").asText();
            records += span.get("records").asLong();
            if (order.isEmpty() || !order.get(order.size() - 1).equals(codec)) {
                double bytesPerRecord =
                        span.get("storedBytes").asDouble() / span.get("records").asDouble();
                assertThat(bytesPerRecord).as(codec).isLessThan(last);
                last = bytesPerRecord;
                order.add(codec);
            }
        }
        assertThat(order).containsExactly("none", "snappy", "zstd");
        assertThat(records).isEqualTo(3L * RECORDS_AN_HOUR);
        assertThat(Files.readString(page)).contains("The source&#39;s codecs, by record timestamp");
    }

    @Test
    void everyByteOfSourceAndCopiesIsInTheSeries() {
        broker.create("summed", 2, Map.of("retention.ms", "-1"));
        Random random = new Random(1);
        try (KafkaProducer<byte[], byte[]> producer = CopiedTopics.producer(broker, "lz4", "")) {
            for (int i = 0; i < RECORDS; i++) {
                byte[] value = new byte[4_000];
                random.nextBytes(value);
                producer.send(new ProducerRecord<>("summed", i % 2, START_MILLIS + i, null, value));
                if (i % 50 == 49) {
                    producer.flush();
                }
            }
        }

        JsonNode report = copy("summed", "snappy,zstd:3", "--rate", "2MiB/s", "--json")
                .expectDone()
                .document()
                .get("report");

        assertThat(sum(report.get("sourceOverTime"), "sourceBytes"))
                .isEqualTo(report.at("/copies/0/sourceBytes").asLong());
        assertThat(sum(report.get("sourceOverTime"), "records")).isEqualTo(RECORDS);
        for (JsonNode one : report.get("copies")) {
            JsonNode points = one.get("overTime");
            assertThat(points.size()).as("rounds at a rate").isGreaterThan(1);
            assertThat(sum(points, "writtenBytes")).isEqualTo(one.get("bytes").asLong());
            assertThat(sum(points, "records")).isEqualTo(one.get("records").asLong());
            double before = 0;
            for (JsonNode point : points) {
                assertThat(point.get("fromSeconds").asDouble()).isGreaterThanOrEqualTo(before);
                before = point.get("toSeconds").asDouble();
            }
            assertThat(before).isLessThanOrEqualTo(report.get("clockSeconds").asDouble());
        }
    }

    private static long sum(JsonNode points, String key) {
        long sum = 0;
        for (JsonNode point : points) {
            sum += point.get(key).asLong();
        }
        return sum;
    }

    private static Invocation copy(String topic, String codecs, String... more) {
        List<String> words =
                new ArrayList<>(List.of("copy", topic, "--bootstrap-server", broker.address(), "--codecs", codecs));
        words.addAll(List.of(more));
        return Invocation.of(words.toArray(String[]::new));
    }
}
