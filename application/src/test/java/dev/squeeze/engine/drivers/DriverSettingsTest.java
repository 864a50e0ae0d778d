package dev.squeeze.engine.drivers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.squeeze.engine.load.ForeignClient;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.kit.unit.UsageException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Kafka's settings translated to other clients' names; no driver is started. */
class DriverSettingsTest {
    @Test
    void whatAClientHasNoEqualOfIsRefusedInWords() {
        assertThatThrownBy(() -> translated(ClientProfile.SARAMA, Map.of("buffer.memory", "1000000")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("sarama has no equivalent of buffer.memory")
                .hasMessageContaining("--client-property sarama:");
        assertThatThrownBy(() -> translated(
                        ClientProfile.LIBRDKAFKA, Map.of("compression.type", "zstd", "compression.zstd.level", "19")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("zstd levels in librdkafka are 1 to 12");
        assertThat(translated(
                        ClientProfile.FRANZ_GO,
                        Map.of("compression.type", "zstd", "compression.zstd.level", "9", "linger.ms", "20")))
                .isEqualTo(
                        Map.of("ProducerBatchCompression", "zstd", "CompressionLevel", "9", "ProducerLinger", "20ms"));
    }

    @Test
    void settingsThatFranzGoTakesOnlyWithoutIdempotence() {
        assertThat(translated(ClientProfile.FRANZ_GO, Map.of("acks", "1")))
                .isEqualTo(Map.of("RequiredAcks", "1", "DisableIdempotentWrite", "true"));
        assertThat(translated(ClientProfile.FRANZ_GO, Map.of("acks", "-1"))).isEqualTo(Map.of("RequiredAcks", "-1"));
        String inFlight = "max.in.flight.requests.per.connection";
        assertThat(translated(ClientProfile.FRANZ_GO, Map.of(inFlight, "5")))
                .as("as many as it has with idempotence")
                .isEmpty();
        assertThat(translated(ClientProfile.FRANZ_GO, Map.of(inFlight, "1", "acks", "1")))
                .containsEntry("MaxProduceRequestsInflightPerBroker", "1");
        for (String other : List.of("1", "3", "10")) {
            assertThatThrownBy(() -> translated(ClientProfile.FRANZ_GO, Map.of(inFlight, other)))
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining("franz-go always has 5 requests in flight with idempotence")
                    .hasMessageContaining("--idempotence false");
        }
        assertThat(translated(ClientProfile.FRANZ_GO, Map.of(inFlight, "5", "enable.idempotence", "false")))
                .isEqualTo(Map.of("MaxProduceRequestsInflightPerBroker", "5", "DisableIdempotentWrite", "true"));
        assertThatThrownBy(() -> translated(ClientProfile.FRANZ_GO, Map.of("delivery.timeout.ms", "30000")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("the record's own timestamp");
    }

    @Test
    void idempotenceOfSaramaBringsWhatItNeeds() {
        String idempotence = "enable.idempotence";
        assertThat(translated(ClientProfile.SARAMA, Map.of(idempotence, "true")))
                .isEqualTo(Map.of(
                        "Producer.Idempotent", "true", "Producer.RequiredAcks", "-1", "Net.MaxOpenRequests", "1"));
        assertThat(translated(ClientProfile.SARAMA, Map.of(idempotence, "false", "acks", "1")))
                .isEqualTo(Map.of("Producer.Idempotent", "false", "Producer.RequiredAcks", "1"));
        assertThatThrownBy(() -> translated(ClientProfile.SARAMA, Map.of(idempotence, "true", "acks", "1")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("acks=1 only without idempotence");
        assertThatThrownBy(() -> translated(
                        ClientProfile.SARAMA,
                        Map.of(idempotence, "true", "max.in.flight.requests.per.connection", "5")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("--idempotence false");
    }

    @Test
    void batchesOfLibrdkafkaAreBoundedByASecondSetting() {
        String bound = "message.max.bytes";
        assertThat(translated(ClientProfile.LIBRDKAFKA, Map.of("batch.size", "1000000")))
                .isEqualTo(Map.of("batch.size", "1000000"));
        assertThat(translated(ClientProfile.LIBRDKAFKA, Map.of("batch.size", "1048576")))
                .isEqualTo(Map.of("batch.size", "1048576", bound, "1048576"));
        assertThat(translated(ClientProfile.LIBRDKAFKA, Map.of("batch.size", "2147483647")))
                .as("its largest")
                .containsEntry(bound, "1000000000");
        assertThat(ForeignClient.of(ClientProfile.LIBRDKAFKA, Map.of(bound, "900000"))
                        .settings(Map.of("batch.size", "2097152")))
                .as("what the user gave")
                .containsEntry(bound, "900000");
    }

    /** Otherwise both names of a setting would reach the library, in any order. */
    @ParameterizedTest
    @CsvSource({
        "queue.buffering.max.ms, linger.ms, linger.ms",
        "compression.codec, compression.type, compression.type",
        "request.required.acks, acks, acks",
        "message.timeout.ms, delivery.timeout.ms, message.timeout.ms",
        "delivery.timeout.ms, delivery.timeout.ms, message.timeout.ms",
        "max.in.flight, max.in.flight.requests.per.connection, max.in.flight.requests.per.connection",
        "message.send.max.retries, , retries",
        "metadata.broker.list, , bootstrap.servers",
    })
    void anotherNameOfASettingOfLibrdkafkaReplacesWhatIsTranslated(String own, String kafka, String common) {
        String theirs = common.equals("compression.type") ? "gzip" : "1";
        String ours = common.equals("compression.type") ? "zstd" : "2";

        assertThat(ForeignClient.of(ClientProfile.LIBRDKAFKA, Map.of(own, ours))
                        .settings(kafka == null ? Map.of() : Map.of(kafka, theirs)))
                .containsExactly(Map.entry(common, ours));
    }

    @Test
    void twoNamesOfASettingOfLibrdkafkaAreRefused() {
        assertThatThrownBy(() -> ForeignClient.of(
                        ClientProfile.LIBRDKAFKA, Map.of("linger.ms", "1", "queue.buffering.max.ms", "2")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("linger.ms and queue.buffering.max.ms are names of the same setting");
    }

    /** Level 6 is Java's default, but not the default of the compression library that both Go clients use. */
    @Test
    void theDefaultLevelOfGzipIsGivenToGosClients() {
        for (Map<String, String> gzip : List.of(
                Map.of("compression.type", "gzip"),
                Map.of("compression.type", "gzip", "compression.gzip.level", "-1"),
                Map.of("compression.type", "gzip", "compression.zstd.level", "9"))) {
            assertThat(translated(ClientProfile.FRANZ_GO, gzip)).containsEntry("CompressionLevel", "6");
            assertThat(translated(ClientProfile.SARAMA, gzip)).containsEntry("Producer.CompressionLevel", "6");
        }
        assertThat(translated(ClientProfile.SARAMA, Map.of("compression.type", "gzip", "compression.gzip.level", "9")))
                .containsEntry("Producer.CompressionLevel", "9");
        assertThat(translated(ClientProfile.SARAMA, Map.of("compression.type", "zstd")))
                .doesNotContainKey("Producer.CompressionLevel");
        assertThat(translated(ClientProfile.LIBRDKAFKA, Map.of("compression.type", "gzip")))
                .doesNotContainKey("compression.level");
    }

    private static Map<String, String> translated(ClientProfile client, Map<String, String> kafka) {
        return DriverSettings.translated(client, kafka);
    }
}
