package dev.squeeze.feature.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.Guest;
import dev.squeeze.Invocation;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.kafka.SecuredBroker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** With only Read and Describe it finds what the log shows, and lists what it could not see. */
@Tag("live")
@Timeout(90)
@SuppressWarnings("NullAway.Init")
class DoctorAclTest {
    private static final int BATCHES = 60;

    @TempDir
    static Path folder;

    private static SecuredBroker broker;

    @BeforeAll
    static void prepare() throws Exception {
        broker = SecuredBroker.start(folder);
        try (Admin admin = Admin.create(broker.connection("admin"))) {
            Map<String, String> uncompressed = Map.of("compression.type", "uncompressed");
            admin.createTopics(List.of(
                            new NewTopic("readable", 1, (short) 1).configs(uncompressed),
                            new NewTopic("visible", 1, (short) 1),
                            new NewTopic("hidden", 1, (short) 1)))
                    .all()
                    .get();
            admin.createAcls(List.of(
                            Guest.allow("readable", AclOperation.READ),
                            Guest.allow("readable", AclOperation.DESCRIBE),
                            Guest.allow("visible", AclOperation.DESCRIBE)))
                    .all()
                    .get();
        }
        produce();
    }

    @AfterAll
    static void end() throws IOException {
        broker.close();
    }

    private static void produce() {
        Map<String, Object> settings = broker.connection("admin");
        settings.put("linger.ms", "60000");
        settings.put("batch.size", "1000000");
        long start = System.currentTimeMillis() - 60_000;
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int i = 0; i < BATCHES * 100; i++) {
                byte[] value = ("{\"customer\":" + i % 77
                                + ",\"city\":\"somewhere in the north\",\"status\":\"delivered\",\"n\":" + i + "}")
                        .getBytes(StandardCharsets.UTF_8);
                producer.send(new ProducerRecord<>("readable", 0, start + i / 20, null, value));
                if (i % 100 == 99) {
                    producer.flush();
                }
            }
            producer.send(new ProducerRecord<>("visible", 0, start, null, new byte[100]));
        }
    }

    private static Invocation asGuest(String... words) throws IOException {
        return Guest.of(broker, folder).squeeze(words);
    }

    @Test
    void whatTheLogTellsIsFoundAndWhatNeedsMoreIsListed() throws Exception {
        DoctorFindings found = DoctorFindings.of(asGuest("doctor", "--json", "--fail-on", "none"));

        assertThat(found.document().get("topics"))
                .extracting(topic -> topic.get("topic").asText())
                .containsExactly("readable", "visible");
        // The topic's setting is the cause, but the user may not see it.
        assertThat(found.checks("readable")).containsExactly("raw-topic");
        assertThat(found.checks("visible")).isEmpty();
        JsonNode skipped = found.document().at("/diagnosis/skipped");
        assertThat(skipped).anySatisfy(one -> {
            assertThat(one.get("why").asText()).contains("no permission; grant Describe, and Read");
            assertThat(one.get("topics").toString()).isEqualTo("[\"visible\"]");
            assertThat(one.get("checks").toString()).contains("raw-topic", "shallow-batches", "gzip");
        });
        assertThat(skipped).anySatisfy(one -> {
            assertThat(one.get("why").asText()).isEqualTo("it needs DESCRIBE_CONFIGS on the topic");
            assertThat(one.get("topics").toString()).isEqualTo("[\"readable\",\"visible\"]");
            assertThat(one.get("checks").toString())
                    .contains("topic-uncompressed", "broker-recompresses", "zstd-topic-setting", "near-size-limit");
        });
        assertThat(skipped).anySatisfy(one -> {
            assertThat(one.get("why").asText()).isEqualTo("it needs DESCRIBE_CONFIGS on the cluster");
            assertThat(one.get("checks").toString()).isEqualTo("[\"cross-zone-reads\"]");
        });
    }

    @Test
    void theTextListsThemToo() throws Exception {
        Invocation run = asGuest("doctor");

        assertThat(run.out())
                .contains("Checks skipped", "of the log on visible: ", "it needs DESCRIBE_CONFIGS on the cluster")
                .doesNotContain("hidden")
                .doesNotContain(SecuredBroker.PASSWORD);
        asGuest("doctor", "hidden").expectRefusal(ExitCode.FAILED, "no topic 'hidden'", "DESCRIBE");
    }
}
