package dev.squeeze.feature.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.BrokerForTests;
import dev.squeeze.Invocation;
import dev.squeeze.Records;
import dev.squeeze.ResultSchema;
import dev.squeeze.kit.cluster.ClientSoftware;
import dev.squeeze.kit.document.ResultJson;
import dev.squeeze.kit.format.Codec;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A plan names the client libraries that are connected, and what each of them lacks. */
@Tag("live")
class ConnectedClientsTest {
    private static final List<Codec> CODECS = List.of(Codec.parse("zstd:6"), Codec.parse("lz4"));

    @RegisterExtension
    static final BrokerForTests broker = new BrokerForTests();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    @Timeout(120)
    void aBrokerTellsTheLibraryOfAProducerThatIsConnected() throws Exception {
        broker.create("with-clients", 1, Map.of());
        String survey = Records.write(folder, "survey.json", ResultJson.write(PlanFixtures.survey()));
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.address()), new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>("with-clients", new byte[10])).get(30, TimeUnit.SECONDS);

            Invocation run = Invocation.of("plan", survey, "--jmx", broker.startJmx(), "--json")
                    .expectDone();
            JsonNode plan = run.document();

            assertThat(ResultSchema.faults(plan)).isEmpty();
            assertThat(plan.get("clients")).anySatisfy(client -> {
                assertThat(client.get("name").asText()).isEqualTo("apache-kafka-java");
                assertThat(client.get("version").asText()).matches("\\d+\\.\\d+\\.\\d+.*");
                assertThat(client.get("connections").asLong()).isPositive();
                assertThat(client.get("lacks")).isEmpty();
            });
        }
    }

    private static List<String> lacks(String name, String version) {
        return ConnectedClient.of(new ClientSoftware(name, version, 1), CODECS).lacks();
    }

    @Test
    void whatALibraryLacksIsThatOfItsVersion() {
        assertThat(lacks("apache-kafka-java", "4.1.0")).isEmpty();
        assertThat(lacks("apache-kafka-java", "3.6.1"))
                .singleElement()
                .asString()
                .contains("before 3.8 ignore");
        assertThat(lacks("apache-kafka-java", "2.0.1-cp4"))
                .singleElement()
                .asString()
                .contains("zstd needs");
        assertThat(lacks("sarama", "1.19.0")).singleElement().asString().contains("zstd needs sarama 1.26");
    }

    @Test
    void clientsOnTopOfLibrdkafkaAreJudgedByIt() {
        assertThat(lacks("confluent-kafka-python", "2.3.0-rdkafka-2.3.0")).isEmpty();
        assertThat(lacks("confluent-kafka-go", "v0.11.6-librdkafka-0.11.6"))
                .singleElement()
                .asString()
                .contains("zstd needs librdkafka 1.0");
    }

    @Test
    void ofAnUnknownLibraryNothingIsSaid() {
        ConnectedClient client = ConnectedClient.of(new ClientSoftware("in-house", "7", 3), CODECS);

        assertThat(client.known()).isFalse();
        assertThat(client.lacks()).isEmpty();
    }
}
