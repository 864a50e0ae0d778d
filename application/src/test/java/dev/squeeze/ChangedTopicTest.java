package dev.squeeze;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Topics that are much larger than a sample of the default size, a while after their producers have changed their codec. */
@Tag("live")
@Timeout(120)
class ChangedTopicTest {
    private static final int PARTITIONS = 4;
    private static final int RECORDS = 120_000;
    private static final long SPAN_MILLIS = Duration.ofDays(7).toMillis();

    @RegisterExtension
    static final BrokerForTests broker = BrokerForTests.shared();

    /** A week of records, of which the newest are compressed. */
    private static void produce(String topic, double newShare) {
        broker.create(topic, PARTITIONS, Map.of("retention.ms", "-1"));
        int old = (int) Math.round(RECORDS * (1 - newShare));
        Random random = new Random(13);
        send(topic, "none", 0, old, random);
        send(topic, "zstd", old, RECORDS, random);
    }

    private static void send(String topic, String codec, int from, int to, Random random) {
        Map<String, Object> settings =
                Map.of("bootstrap.servers", broker.address(), "compression.type", codec, "linger.ms", "60000");
        long start = System.currentTimeMillis() - SPAN_MILLIS;
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int i = from; i < to; i++) {
                byte[] value = ("{\"reading\":" + random.nextInt(1_000_000)
                                + ",\"unit\":\"kelvin\",\"station\":\"north-" + random.nextInt(20)
                                + "\",\"state\":\"measured\",\"checked\":" + random.nextLong() + ",\"trace\":\""
                                + new UUID(random.nextLong(), random.nextLong()) + "\"}")
                        .getBytes(StandardCharsets.UTF_8);
                producer.send(
                        new ProducerRecord<>(topic, i % PARTITIONS, start + SPAN_MILLIS * i / RECORDS, null, value));
            }
        }
    }

    private static JsonNode surveyed(String topic, String sample) {
        return Invocation.of(
                        "survey",
                        "--bootstrap-server",
                        broker.address(),
                        "--include",
                        topic,
                        "--sample",
                        sample,
                        "--json")
                .expectDone()
                .document()
                .at("/topics/0");
    }

    /** What was recommended is not recommended again. */
    @Test
    void afterAChangeTodayIsWhatTheNewestBatchesShow() {
        produce("changed", 0.5);

        JsonNode surveyed = surveyed("changed", "4MiB");

        assertThat(surveyed.at("/notes").toString()).contains("producers send zstd since about", "sent none before");
        assertThat(surveyed.at("/proposal/current/codec").asText()).startsWith("zstd");
        assertThat(surveyed.at("/seen/codecChange/from").asText()).isEqualTo("none");
        assertThat(surveyed.at("/seen/codecChange/ratio").asDouble()).isBetween(1.5, 4.0);
    }

    /** A sample of the default size has few batches from after the change, or none. */
    @ParameterizedTest
    @ValueSource(doubles = {0.01, 0.2})
    void aRecentChangeIsNoticedAtTheEndsOfThePartitions(double newShare) {
        String topic = "changing-" + Math.round(100 * newShare);
        produce(topic, newShare);

        assertThat(surveyed(topic, "1MiB").at("/notes").toString())
                .containsPattern("producers send zstd since about|the newest batch of each of 4 partitions is zstd");
    }
}
