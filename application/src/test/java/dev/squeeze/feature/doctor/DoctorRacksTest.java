package dev.squeeze.feature.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.Invocation;
import dev.squeeze.kit.kafka.RackedBrokers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Reads across zones, on brokers in two racks. */
@Tag("live")
@Timeout(120)
@SuppressWarnings("NullAway.Init")
class DoctorRacksTest {
    private static final String SELECTOR = "org.apache.kafka.common.replica.RackAwareReplicaSelector";

    @TempDir
    Path folder;

    private static DoctorFindings found(RackedBrokers brokers, String... more) {
        List<String> words = new java.util.ArrayList<>(
                List.of("doctor", "--json", "--fail-on", "none", "--bootstrap-server", brokers.address()));
        words.addAll(List.of(more));
        return DoctorFindings.of(Invocation.of(words.toArray(String[]::new)));
    }

    private static void fill(RackedBrokers brokers) throws Exception {
        Map<String, Object> settings = new HashMap<>(Map.of("bootstrap.servers", brokers.address()));
        try (Admin admin = Admin.create(settings)) {
            admin.createTopics(List.of(new NewTopic("replicated", 2, (short) 2)))
                    .all()
                    .get();
        }
        settings.put("compression.type", "zstd");
        settings.put("linger.ms", "60000");
        long start = System.currentTimeMillis() - 60_000;
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int i = 0; i < 4_000; i++) {
                byte[] value = ("{\"number\":" + i + ",\"square\":" + (long) i * i + ",\"name\":\"a record of many\"}")
                        .getBytes(StandardCharsets.UTF_8);
                producer.send(new ProducerRecord<>("replicated", i % 2, start + i / 100, null, value));
            }
        }
    }

    @Test
    void withoutAReplicaSelectorReadsAcrossZonesAreFoundAndCounted() throws Exception {
        try (RackedBrokers brokers = RackedBrokers.start(folder, List.of("east", "west"), Map.of())) {
            fill(brokers);
            DoctorFindings found = found(brokers);

            assertThat(found.seen("cross-zone-reads", "")).contains("2 racks (east, west)", "replica.selector.class");
            assertThat(found.fix("cross-zone-reads", ""))
                    .contains("replica.selector.class=" + SELECTOR, "client.rack=");
            assertThat(found.money("cross-zone-reads", "")).isPositive();
            assertThat(found.document().at("/examined/zones").asInt()).isEqualTo(2);
            assertThat(found.document().at("/examined/zonesAssumed").asBoolean())
                    .isFalse();
        }
    }

    @Test
    void withASelectorOnlyAConsumerWithoutARackIsFound() throws Exception {
        Path consumer = folder.resolve("consumer.properties");
        try (RackedBrokers brokers =
                RackedBrokers.start(folder, List.of("east", "west"), Map.of("replica.selector.class", SELECTOR))) {
            fill(brokers);

            assertThat(found(brokers).checks("")).isEmpty();
            Files.writeString(consumer, "group.id=readers\n");
            assertThat(found(brokers, "--consumer-config", consumer.toString()).seen("cross-zone-reads", ""))
                    .contains("no client.rack");
            Files.writeString(consumer, "client.rack=east\n");
            assertThat(found(brokers, "--consumer-config", consumer.toString()).checks(""))
                    .isEmpty();
        }
    }
}
