package dev.squeeze.feature.copy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.BrokerForTests;
import dev.squeeze.Invocation;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Gaps left by a broker's log cleaner are reported as removed offsets. */
@Tag("live")
@Timeout(150)
class CompactedTopicTest {
    private static final int ROUNDS = 20;
    private static final int KEYS = 50;
    /** The cleaner looks for work every 15 s. */
    private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(90);

    @RegisterExtension
    static final BrokerForTests broker = BrokerForTests.emptied();

    @Test
    void holesOfACompactedTopicAreCountedInItsSegmentsAndOverTheNetwork() throws Exception {
        broker.create(
                "compacted",
                1,
                Map.of(
                        "cleanup.policy",
                        "compact",
                        "segment.ms",
                        "100",
                        "min.cleanable.dirty.ratio",
                        "0.01",
                        "min.compaction.lag.ms",
                        "0",
                        "max.compaction.lag.ms",
                        "1000"));
        write();
        JsonNode segments = awaitHoles();
        JsonNode topic = profile("topic:compacted", "--bootstrap-server", broker.address());

        assertThat(everyOffset(segments))
                .isEqualTo(segments.at("/partitions/0/lastOffset").asLong()
                        - segments.at("/partitions/0/firstOffset").asLong()
                        + 1);
        assertThat(topic.at("/reading/whole").asBoolean()).isTrue();
        assertThat(topic.get("records")).isEqualTo(segments.get("records"));
        assertThat(topic.get("holes")).isEqualTo(segments.get("holes"));
        assertThat(topic.get("storedBytes")).isEqualTo(segments.get("storedBytes"));
    }

    private static long everyOffset(JsonNode profile) {
        return profile.get("records").asLong()
                + profile.at("/holes/withinBatches").asLong()
                + profile.at("/holes/betweenBatches").asLong();
    }

    private static void write() throws InterruptedException {
        Map<String, Object> settings = new HashMap<>(Map.of("bootstrap.servers", broker.address()));
        settings.put("linger.ms", "60000");
        settings.put("compression.type", "zstd");
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int round = 0; round < ROUNDS; round++) {
                for (int i = 0; i < KEYS; i++) {
                    // Every other key is written only once, so some batches lose only a part of their records.
                    String key = i % 2 == 0 ? "again " + i : "once " + round + " " + i;
                    producer.send(
                            new ProducerRecord<>("compacted", bytes(key), bytes("value " + round + " of " + key)));
                }
                producer.flush();
                TimeUnit.MILLISECONDS.sleep(20);
            }
            // A segment is closed by the first batch after its time, and the open one is never cleaned.
            TimeUnit.MILLISECONDS.sleep(200);
            producer.send(new ProducerRecord<>("compacted", bytes("last"), bytes("value")));
            producer.flush();
        }
    }

    private static JsonNode awaitHoles() throws InterruptedException {
        long deadline = System.nanoTime() + TIMEOUT_NANOS;
        while (true) {
            JsonNode profile = profile("segment:" + broker.partitionFolder("compacted", 0));
            if (profile.at("/holes/withinBatches").asLong() > 0 || System.nanoTime() > deadline) {
                assertThat(profile.at("/holes/withinBatches").asLong()).isPositive();
                return profile;
            }
            TimeUnit.SECONDS.sleep(1);
        }
    }

    private static JsonNode profile(String... source) {
        String[] words = new String[source.length + 2];
        words[0] = "inspect";
        words[1] = "--json";
        System.arraycopy(source, 0, words, 2, source.length);
        return Invocation.of(words).expectDone().document().get("profile");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
