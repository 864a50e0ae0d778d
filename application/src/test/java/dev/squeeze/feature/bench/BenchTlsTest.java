package dev.squeeze.feature.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.Invocation;
import dev.squeeze.LiveRun;
import dev.squeeze.Records;
import dev.squeeze.ResultSchema;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.kafka.SecuredBroker;
import dev.squeeze.kit.kafka.TlsCertificate;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A cluster with TLS and a login works like any other, given the configuration file of Kafka's own tools. */
@Tag("live")
@Timeout(90)
@SuppressWarnings("NullAway.Init")
class BenchTlsTest {
    @TempDir
    static Path brokerFolder;

    private static TlsCertificate certificate;
    private static SecuredBroker broker;

    @TempDir
    Path folder;

    private String source;

    @BeforeAll
    static void startBroker() throws IOException {
        certificate = TlsCertificate.create(brokerFolder);
        broker = SecuredBroker.startWithTls(brokerFolder, certificate);
    }

    @AfterAll
    static void stopBroker() throws IOException {
        broker.close();
    }

    @BeforeEach
    void writeSource() {
        source = Records.write(folder, "a.jsonl", Records.jsonLines(300, "m"));
    }

    @Test
    void producersConsumersAndRawAccessGoThroughIt() throws Exception {
        Properties client = client();
        trust(client, certificate.trustStore(), TlsCertificate.PASSWORD);

        Invocation ended = bench(client, "--json");

        assertThat(ended.code()).as(ended.err() + ended.out()).isEqualTo(ExitCode.DONE);
        JsonNode arm = ResultSchema.parse(ended.out()).at("/arms/0");
        assertThat(arm.at("/valid").asBoolean()).isTrue();
        assertThat(arm.at("/metrics/ratio/estimate").asDouble()).isGreaterThan(1);
        hidesPasswords(ended);
    }

    @Test
    void aTopicIsReadThroughIt() throws Exception {
        Properties client = client();
        trust(client, certificate.trustStore(), TlsCertificate.PASSWORD);
        Properties settings = new Properties();
        settings.putAll(client);
        settings.setProperty("bootstrap.servers", broker.address());
        settings.setProperty("compression.type", "zstd");
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int i = 0; i < 100; i++) {
                producer.send(new ProducerRecord<>("secured", ("value " + i).getBytes(StandardCharsets.UTF_8)));
            }
        }

        JsonNode profile = withClient(client, List.of("inspect", "topic:secured", "--json"))
                .expectDone()
                .document()
                .get("profile");

        assertThat(profile.get("records").asInt()).isEqualTo(100);
        assertThat(profile.at("/codecs/0/codec").asText()).isEqualTo("zstd");
    }

    @Test
    void aRawProducerGoesThroughIt() throws Exception {
        Properties client = client();
        trust(client, certificate.trustStore(), TlsCertificate.PASSWORD);

        Invocation ended = bench(client, "--raw");

        assertThat(ended.code()).as(ended.err()).isEqualTo(ExitCode.DONE);
        assertThat(ended.out()).contains("Throughput");
    }

    @Test
    void aCertificateThatIsNotTrustedIsSaidToBe() throws Exception {
        bench(client()).expectRefusal(ExitCode.FAILED, broker.address(), "certificate", "ssl.truststore.location");
    }

    @Test
    void aTrustStoreThatCannotBeOpenedIsNamedAndItsPasswordIsNot() throws Exception {
        Properties client = client();
        trust(client, certificate.trustStore(), "wr0ngPlugh");

        Invocation ended = bench(client);

        ended.expectRefusal(ExitCode.FAILED, "trust.p12", "password");
        assertThat(ended.err()).doesNotContain("wr0ngPlugh");
    }

    @Test
    void aTrustStoreThatIsNotThereIsNamed() throws Exception {
        Properties client = client();
        trust(client, folder.resolve("none.p12"), TlsCertificate.PASSWORD);

        bench(client).expectRefusal(ExitCode.FAILED, "none.p12");
    }

    private static Invocation withClient(Properties client, List<String> words) throws IOException {
        List<String> all = new ArrayList<>(words);
        all.addAll(List.of(
                "--bootstrap-server",
                broker.address(),
                "--command-config",
                stored(client).toString()));
        return Invocation.of(all.toArray(String[]::new));
    }

    private static Path stored(Properties client) throws IOException {
        Path file = Files.createTempFile(brokerFolder, "client", ".properties");
        try (Writer writer = Files.newBufferedWriter(file)) {
            client.store(writer, null);
        }
        return file;
    }

    private Invocation bench(Properties client, String... more) throws IOException {
        Path file = stored(client);
        List<String> args = new ArrayList<>(List.of(more));
        args.addAll(List.of(
                "--bootstrap-server", broker.address(), "--timeout", "20s", "--command-config", file.toString()));
        return LiveRun.of(source, args.toArray(String[]::new));
    }

    private static Properties client() {
        Properties client = new Properties();
        client.setProperty("security.protocol", "SASL_SSL");
        client.setProperty("sasl.mechanism", "PLAIN");
        client.setProperty(
                "sasl.jaas.config",
                "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"admin\" password=\""
                        + SecuredBroker.PASSWORD + "\";");
        return client;
    }

    private static void trust(Properties client, Path store, String password) {
        client.setProperty("ssl.truststore.location", store.toString());
        client.setProperty("ssl.truststore.type", TlsCertificate.TYPE);
        client.setProperty("ssl.truststore.password", password);
    }

    private static void hidesPasswords(Invocation ended) {
        for (String secret : List.of(SecuredBroker.PASSWORD, TlsCertificate.PASSWORD)) {
            assertThat(ended.out()).doesNotContain(secret);
            assertThat(ended.err()).doesNotContain(secret);
        }
    }
}
