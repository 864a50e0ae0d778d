package dev.squeeze.feature.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.BrokerForTests;
import dev.squeeze.Invocation;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.kafka.TlsCertificate;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The command on a real broker, with real clients. */
@Tag("live")
@Timeout(120)
class GatewayCommandTest {
    private static final String TOKEN = "0123456789abcdefXYZ";

    @RegisterExtension
    static final BrokerForTests BROKER = BrokerForTests.shared();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void recordsArriveWithKeyHeadersAndTimestampAsTheyWereSent() throws Exception {
        // One record is years old, and the broker looks for expired segments whenever it likes.
        BROKER.create("arrive", 1, Map.of("retention.ms", "-1"));
        RunningGateway gateway = RunningGateway.start(BROKER.address(), "--ack", "broker");

        HttpResponse<String> first = gateway.post(
                "arrive",
                "{\"a\":1}",
                "Kafka-Key",
                "k%C3%A4%25",
                "Kafka-Header",
                "trace=x%00=y",
                "Kafka-Header",
                "trace=2",
                "Kafka-Timestamp",
                "1700000000000");
        HttpResponse<String> lines =
                gateway.post("arrive", "one\r\n\ntwo\nthree", "Content-Type", "application/x-ndjson; charset=utf-8");
        HttpResponse<String> tombstone = gateway.post("arrive", "", "Kafka-Key", "k", "Kafka-Tombstone", "true");

        assertThat(List.of(first.statusCode(), lines.statusCode(), tombstone.statusCode()))
                .containsOnly(200);
        assertThat(lines.body()).isEqualToIgnoringWhitespace("{\"records\":3}");
        Invocation end = gateway.stop();
        assertThat(end.code()).as(end.err()).isEqualTo(ExitCode.DONE);
        assertThat(end.err()).contains("accepted 5 records, acknowledged 5, failed 0");
        List<ConsumerRecord<byte[], byte[]>> records = BROKER.read("arrive", 0);
        assertThat(records.get(0).key()).isEqualTo("kä%".getBytes(StandardCharsets.UTF_8));
        assertThat(records.get(0).timestamp()).isEqualTo(1_700_000_000_000L);
        assertThat(Stream.of(records.get(0).headers().toArray())
                        .map(header -> header.key() + "=" + new String(header.value(), StandardCharsets.UTF_8)))
                .containsExactly("trace=x\0=y", "trace=2");
        assertThat(values(records)).containsExactly("{\"a\":1}", "one", "two", "three", "(none)");
    }

    @Test
    void whatIsNotTakenIsRefusedWithAReasonAndNothingOfItArrives() throws Exception {
        BROKER.create("strict", 1, Map.of());
        BROKER.create("other", 1, Map.of());
        RunningGateway gateway = RunningGateway.start(
                BROKER.address(),
                "--topic",
                "strict",
                "--topic",
                "missing",
                "--max-body",
                "2KiB",
                "--queue-records",
                "3",
                "--producer-property",
                "max.request.size=1500");

        expect(gateway.post("missing", "x"), 404, "unknown-topic");
        expect(gateway.post("other", "x"), 403, "topic-not-allowed");
        expect(gateway.post("a%20b", "x"), 400, "bad-request");
        expect(gateway.post("strict", new byte[3000]), 413, "too-large");
        expect(gateway.post("strict", new byte[1500]), 413, "max.request.size");
        expect(gateway.post("strict", "1\n2\n3\n4", "Content-Type", "application/x-ndjson"), 413, "too-large");
        expect(gateway.post("strict", "\n", "Content-Type", "application/x-ndjson"), 400, "bad-request");
        expect(gateway.post("strict", "x", "Content-Encoding", "gzip"), 415, "unsupported");
        expect(gateway.post("strict", "x", "Kafka-Key", "%4"), 400, "Kafka-Key");
        // It is unclear which of two values is meant, and a record with the wrong one might not be found.
        expect(gateway.post("strict", "x", "Kafka-Key", "a", "Kafka-Key", "b"), 400, "Kafka-Key");
        expect(gateway.post("strict", "x", "Kafka-Timestamp", "1", "Kafka-Timestamp", "2"), 400, "Kafka-Timestamp");
        expect(
                gateway.post("strict", "x", "Content-Encoding", "identity", "Content-Encoding", "gzip"),
                400,
                "Content-Encoding");
        expect(gateway.post("strict", "x", "Kafka-Header", "=noname"), 400, "Kafka-Header");
        expect(gateway.post("strict", "x", "Kafka-Tombstone", "true"), 400, "Kafka-Tombstone");
        expect(gateway.post("strict", "x", "Kafka-Timestamp", "-1"), 400, "Kafka-Timestamp");
        expect(gateway.get("/topics/strict"), 405, "wrong-method");
        expect(gateway.get("/elsewhere"), 404, "unknown-path");
        assertThat(gateway.post("strict", "taken").statusCode()).isEqualTo(202);

        assertThat(gateway.stop().err()).contains("accepted 1 records, acknowledged 1, failed 0; refused 17 requests");
        assertThat(values(BROKER.read("strict", 0))).containsExactly("taken");
        assertThat(BROKER.topics()).doesNotContain("missing");
    }

    @Test
    void withoutTheTokenOnlyHealthIsAnswered() throws Exception {
        BROKER.create("guarded", 1, Map.of());
        Path token = Files.writeString(folder.resolve("token"), TOKEN + "\n");
        RunningGateway gateway = RunningGateway.start(BROKER.address(), "--token-file", token.toString());

        assertThat(gateway.get("/health").statusCode()).isEqualTo(200);
        expect(gateway.post("guarded", "x"), 401, "unauthorized");
        expect(gateway.post("guarded", "x", "Authorization", "Bearer " + TOKEN + "1"), 401, "unauthorized");
        expect(gateway.get("/metrics"), 401, "unauthorized");
        assertThat(gateway.post("guarded", "y", "Authorization", "Bearer " + TOKEN)
                        .statusCode())
                .isEqualTo(202);

        Invocation end = gateway.stop();
        assertThat(end.err() + end.out()).doesNotContain(TOKEN);
        assertThat(values(BROKER.read("guarded", 0))).containsExactly("y");
    }

    @Test
    void tlsServesWhoTrustsTheCertificate() throws Exception {
        BROKER.create("secret", 1, Map.of());
        TlsCertificate certificate = TlsCertificate.create(folder);
        Path password = Files.writeString(folder.resolve("password"), TlsCertificate.PASSWORD);
        HttpClient client =
                HttpClient.newBuilder().sslContext(trusting(certificate)).build();
        RunningGateway gateway = RunningGateway.start(
                client,
                BROKER.address(),
                "--tls-keystore",
                certificate.keyStore().toString(),
                "--tls-password-file",
                password.toString());

        assertThat(gateway.address().getScheme()).isEqualTo("https");
        assertThat(gateway.post("secret", "x").statusCode()).isEqualTo(202);

        assertThat(gateway.stop().err()).contains("acknowledged 1").doesNotContain(TlsCertificate.PASSWORD);
    }

    @Test
    void clientsThatAreTooSlowLoseTheirConnection() throws Exception {
        BROKER.create("slow", 1, Map.of());
        RunningGateway gateway =
                RunningGateway.start(BROKER.address(), "--request-timeout", "500ms", "--idle-timeout", "700ms");

        assertThat(drip(gateway, "POST /topics/slow HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n"))
                .contains("408", "too-slow");
        assertThat(drip(gateway, "POST /topics/slow HTTP/1.1\r\nHost: localhost\r\nX-Slow: "))
                .doesNotContain("20");
        assertThat(gateway.post("slow", "quick").statusCode()).isEqualTo(202);

        assertThat(gateway.stop().err()).contains("accepted 1 records");
        assertThat(values(BROKER.read("slow", 0))).containsExactly("quick");
    }

    @Test
    void metricsAreInTheFormatOfPrometheusAndCountWhatHappened() throws Exception {
        BROKER.create("counted", 1, Map.of());
        RunningGateway gateway = RunningGateway.start(BROKER.address(), "--ack", "broker");
        gateway.post("counted", "12345");
        gateway.post("nowhere", "1");

        String text = gateway.get("/metrics").body();

        assertThat(text.lines().filter(line -> !line.startsWith("#")))
                .allMatch(line ->
                        line.matches("[a-z_]+(\\{[a-z]+=\"[^\"]+\"\\})? (NaN|[+-]Inf|-?\\d+(\\.\\d+)?(E-?\\d+)?)"));
        assertThat(text)
                .contains("squeeze_gateway_accepted_records_total 1\n")
                .contains("squeeze_gateway_acknowledged_bytes_total 5\n")
                .contains("squeeze_gateway_acknowledgement_seconds_count 1\n")
                .contains("squeeze_gateway_refused_requests_total{reason=\"unknown-topic\"} 1\n")
                .contains("squeeze_gateway_queue_records 0\n")
                .containsPattern("cpu_seconds_total\\{role=\"worker\"\\} \\d")
                .containsPattern("producer_batch_bytes \\d+");
        gateway.stop();
    }

    @Test
    void mistakesAreSaidBeforeAnythingStarts() throws Exception {
        Path token = Files.writeString(folder.resolve("short"), "abc");

        Invocation.of("gateway").expectRefusal(ExitCode.USAGE, "--bootstrap-server", "--embedded");
        Invocation.of("gateway", "--embedded").expectRefusal(ExitCode.USAGE, "--topic NAME");
        refused("--listen 0.0.0.0:0", "--token-file", "--allow-anyone");
        refused("--listen nonsense", "HOST:PORT");
        refused("--token-file " + token, "at least 16");
        refused("--tls-keystore a.p12", "--tls-password-file");
        refused("--producer-property compression.typ=zstd", "compression.typ");
        refused("--producer-property transactional.id=a", "transactional.id");
        refused("--topic a/b", "not a topic name");
        refused("--queue-bytes 1KiB", "--queue-bytes");
        refused("--workers 0", "--workers");
    }

    private static void refused(String words, String... parts) {
        List<String> args = new ArrayList<>(List.of("gateway", "--bootstrap-server", BROKER.address()));
        args.addAll(List.of(words.split(" ", -1)));
        Invocation.of(args.toArray(String[]::new)).expectRefusal(ExitCode.USAGE, parts);
    }

    /** Sends the beginning, then a byte now and then, and returns what was answered before the connection ended. */
    private static String drip(RunningGateway gateway, String beginning) throws Exception {
        try (Socket socket = new Socket("127.0.0.1", gateway.address().getPort())) {
            socket.setSoTimeout(100);
            OutputStream out = socket.getOutputStream();
            InputStream in = socket.getInputStream();
            out.write(beginning.getBytes(StandardCharsets.US_ASCII));
            StringBuilder answer = new StringBuilder();
            for (int i = 0; i < 300; i++) {
                try {
                    int next = in.read();
                    if (next < 0) {
                        return answer.toString();
                    }
                    answer.append((char) next);
                } catch (SocketTimeoutException e) {
                    out.write('x');
                }
            }
            throw new AssertionError("the connection is still open");
        } catch (IOException e) {
            return "";
        }
    }

    private static SSLContext trusting(TlsCertificate certificate) throws Exception {
        KeyStore trusted = KeyStore.getInstance(TlsCertificate.TYPE);
        try (InputStream in = Files.newInputStream(certificate.trustStore())) {
            trusted.load(in, TlsCertificate.PASSWORD.toCharArray());
        }
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }

    private static void expect(HttpResponse<String> response, int status, String part) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.body()).startsWith("{\"error\":\"").contains(part);
    }

    private static List<String> values(List<ConsumerRecord<byte[], byte[]>> records) {
        return records.stream()
                .map(record -> record.value() == null ? "(none)" : new String(record.value(), StandardCharsets.UTF_8))
                .toList();
    }
}
