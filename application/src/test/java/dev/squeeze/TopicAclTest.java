package dev.squeeze;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.kafka.SecuredBroker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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

/** Read and Describe on the topic are sufficient, and missing permissions are reported. */
@Tag("live")
@Timeout(90)
@SuppressWarnings("NullAway.Init")
class TopicAclTest {
    private static final int RECORDS = 200;

    @TempDir
    static Path folder;

    private static SecuredBroker broker;

    @BeforeAll
    static void prepare() throws Exception {
        broker = SecuredBroker.start(folder);
        try (Admin admin = Admin.create(broker.connection("admin"))) {
            admin.createTopics(List.of(topic("readable"), topic("visible"), topic("hidden")))
                    .all()
                    .get();
            admin.createAcls(List.of(
                            Guest.allow("readable", AclOperation.READ),
                            Guest.allow("readable", AclOperation.DESCRIBE),
                            Guest.allow("visible", AclOperation.DESCRIBE)))
                    .all()
                    .get();
        }
        produce("readable");
        produce("visible");
    }

    @AfterAll
    static void end() throws IOException {
        broker.close();
    }

    private static NewTopic topic(String name) {
        return new NewTopic(name, 2, (short) 1);
    }

    private static void produce(String topic) {
        Map<String, Object> settings = broker.connection("admin");
        settings.put("compression.type", "lz4");
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int i = 0; i < RECORDS; i++) {
                producer.send(new ProducerRecord<>(topic, ("value " + i).getBytes(StandardCharsets.UTF_8)));
            }
        }
    }

    private static Invocation asGuest(String... words) throws IOException {
        return Guest.of(broker, folder).squeeze(words);
    }

    @Test
    void readAndDescribeOnTheTopicAreEnough() throws Exception {
        assertThat(asGuest("inspect", "topic:readable", "--json")
                        .expectDone()
                        .document()
                        .at("/profile/records")
                        .asLong())
                .isEqualTo(RECORDS);
        assertThat(asGuest(
                                "measure",
                                "topic:readable",
                                "--codecs",
                                "lz4",
                                "--batch-bytes",
                                "4KiB",
                                "--budget",
                                "1s",
                                "--json")
                        .expectDone()
                        .document()
                        .at("/source/records")
                        .asLong())
                .isEqualTo(RECORDS);
    }

    @Test
    void aSurveyTellsWhatItCouldNotSee() throws Exception {
        JsonNode survey = asGuest("survey", "--json").expectDone().document();

        Map<String, JsonNode> topics = new TreeMap<>();
        survey.get("topics").forEach(topic -> topics.put(topic.get("topic").asText(), topic));
        assertThat(topics).containsOnlyKeys("readable", "visible");
        assertThat(topics.get("readable").at("/seen/whole").asBoolean()).isTrue();
        assertThat(topics.get("readable").at("/storedBytes/exact").asBoolean()).isTrue();
        assertThat(topics.get("visible").get("outcome").asText()).isEqualTo("not-appraised");
        assertThat(topics.get("visible").get("reason").asText()).contains("no permission; grant Describe, and Read");
        assertThat(survey.get("refusals"))
                .extracting(JsonNode::asText)
                .anySatisfy(
                        refusal -> assertThat(refusal).contains("stored bytes of topics", "DESCRIBE on the cluster"))
                .anySatisfy(refusal -> assertThat(refusal)
                        .contains("settings of 2 of 2 topics", "DESCRIBE_CONFIGS on topic readable"));
        assertThat(survey.get("assumptions")).extracting(JsonNode::asText).anySatisfy(assumed -> assertThat(assumed)
                .contains("--retention 7d: it needs DESCRIBE_CONFIGS on the topic"));
    }

    @Test
    void whatIsMissingIsTold() throws Exception {
        asGuest("inspect", "topic:hidden")
                .expectRefusal(
                        ExitCode.FAILED, "topic:hidden cannot be read", "no permission; grant Describe, and Read");
        asGuest("inspect", "topic:visible")
                .expectRefusal(
                        ExitCode.FAILED, "topic:visible cannot be read", "no permission; grant Describe, and Read");
    }

    @Test
    void aPasswordOnTheCommandLineIsInNoOutput() {
        List<String> words = new ArrayList<>(List.of("inspect", "topic:readable", "--json"));
        words.addAll(List.of("--bootstrap-server", broker.address()));
        broker.connection("guest").forEach((key, value) -> {
            if (!key.equals("bootstrap.servers")) {
                words.addAll(List.of("--command-property", key + "=" + value));
            }
        });
        Invocation run = Invocation.of(words.toArray(String[]::new)).expectDone();

        assertThat(run.out()).contains("[hidden]").doesNotContain(SecuredBroker.PASSWORD);
        assertThat(run.err()).doesNotContain(SecuredBroker.PASSWORD);
    }
}
