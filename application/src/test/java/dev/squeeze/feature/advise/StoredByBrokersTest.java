package dev.squeeze.feature.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.BrokerForTests;
import dev.squeeze.Invocation;
import dev.squeeze.ResultSchema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A topic whose brokers recompress what producers send. */
@Tag("live")
@Timeout(120)
class StoredByBrokersTest {
    private static final String TOPIC = "stored-by-brokers";

    @RegisterExtension
    static final BrokerForTests broker = BrokerForTests.shared();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path folder;

    /** The recommendation for producers that send lz4; one test reads the text, another the document. */
    @SuppressWarnings("NullAway.Init")
    private static String textOfSent;

    @SuppressWarnings("NullAway.Init")
    private static JsonNode sent;

    @BeforeAll
    static void adviseOnWhatIsSent() throws IOException {
        produce();
        Path document = folder.resolve("sent.json");
        textOfSent = advise("--details", "--current", "compression.type=lz4", "--output", document.toString())
                .expectDone()
                .out();
        sent = ResultSchema.parse(Files.readString(document));
        assertThat(ResultSchema.faults(sent)).isEmpty();
    }

    private static void produce() {
        broker.create(TOPIC, 1, Map.of("compression.type", "gzip"));
        Map<String, Object> settings =
                Map.of("bootstrap.servers", broker.address(), "compression.type", "lz4", "linger.ms", "60000");
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int i = 0; i < 8_000; i++) {
                String value = "{\"order\":" + i + ",\"customer\":" + i * 2_654_435_761L % 9_973 + ",\"state\":\""
                        + (i % 7 == 0 ? "returned" : "delivered") + "\",\"total\":" + i * 40_503 % 99_991 + "}";
                producer.send(new ProducerRecord<>(TOPIC, value.getBytes(StandardCharsets.UTF_8)));
                if (i % 40 == 39) {
                    producer.flush();
                }
            }
        }
    }

    private static Invocation advise(String... more) {
        List<String> words = new ArrayList<>(List.of(
                "advise",
                "topic:" + TOPIC,
                "--bootstrap-server",
                broker.address(),
                "--rate",
                "2000",
                "--codecs",
                "none,lz4,gzip,zstd",
                "--budget",
                "1s"));
        words.addAll(List.of(more));
        return Invocation.of(words.toArray(String[]::new));
    }

    @Test
    void whatProducersSendIsNotTakenForWhatIsStored() {
        JsonNode stored = advise("--json").expectDone().document();

        JsonNode today = sent.at("/recommendation/current");
        assertThat(today.at("/settings/codec").asText()).isEqualTo("lz4");
        assertThat(today.at("/settings/topicCodec").asText()).startsWith("gzip");
        assertThat(today.at("/ratio").asDouble())
                .as("that of the log")
                .isEqualTo(stored.at("/recommendation/current/ratio").asDouble());
        assertThat(today.at("/sentRatio").asDouble())
                .isLessThan(today.at("/ratio").asDouble());
        assertThat(today.at("/fill/recordsPerBatch").asDouble()).isEqualTo(40, within(0.01));
        assertThat(today.at("/resources/brokerCores").asDouble())
                .as("brokers unpack lz4 and compress with gzip")
                .isGreaterThan(stored.at("/recommendation/current/resources/brokerCores")
                        .asDouble());
    }

    @Test
    void theTableShowsTheTopicsSettingBeforeAndAfter() {
        assertThat(textOfSent)
                .containsPattern("compression.type of the topic +gzip:6 +producer")
                .containsPattern("compression.type +lz4 ")
                .contains("each replica or read, GB")
                .contains("The topic sets compression.type=gzip")
                .doesNotContain("Give the producers' codec with --current")
                .as("it would be refused")
                .doesNotContain("--verify");
    }

    @Test
    void aLiveRunIsRefusedSinceItsTopicsKeepWhatIsSent() {
        advise("--verify", "--current", "compression.type=lz4")
                .expectRefusal(
                        2,
                        "the brokers of this topic store gzip, not lz4",
                        "leave out --verify, or compression.type in --current");
    }
}
