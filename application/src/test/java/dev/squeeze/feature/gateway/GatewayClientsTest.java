package dev.squeeze.feature.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.BrokerForTests;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Slow, idle and greedy clients do not affect the others. */
@Tag("live")
@Timeout(120)
class GatewayClientsTest {
    private static final String LINES = "application/x-ndjson";

    @RegisterExtension
    static final BrokerForTests BROKER = BrokerForTests.shared();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private final List<HttpSocket> held = new ArrayList<>();
    private final List<RunningGateway> gateways = new ArrayList<>();

    @AfterEach
    void end() throws IOException {
        HttpSocket.closeAll(held);
        gateways.forEach(RunningGateway::stop);
    }

    @Test
    void bodiesOfTooManyLinesCostNoMoreMemoryThanTheirBytes() throws Exception {
        BROKER.create("greedy", 1, Map.of());
        try (GatewayChild gateway = GatewayChild.start(
                folder.resolve("errors.txt"),
                "-Xmx96m",
                BROKER.address(),
                "--queue-bytes",
                "32MiB",
                "--producer-property",
                "buffer.memory=1048576")) {
            HttpClient client = HttpClient.newHttpClient();
            List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
            for (int i = 0; i < 24; i++) {
                answers.add(client.sendAsync(
                        HttpRequest.newBuilder(gateway.resolve("/topics/greedy"))
                                .timeout(Duration.ofSeconds(30))
                                .header("Content-Type", LINES)
                                .POST(HttpRequest.BodyPublishers.ofString("1\n".repeat(524_288)))
                                .build(),
                        HttpResponse.BodyHandlers.ofString()));
            }

            for (CompletableFuture<HttpResponse<String>> answer : answers) {
                HttpResponse<String> got = answer.get(40, TimeUnit.SECONDS);
                assertThat(got.statusCode()).as(got.body()).isEqualTo(413);
                assertThat(got.body()).contains("10000 records", "fewer per request");
            }
            assertThat(gateway.errors()).doesNotContain("OutOfMemory");
        }
    }

    @Test
    void recordsCountInTheQueueWithTheMemoryThatTheyTake() throws Exception {
        BROKER.create("numerous", 1, Map.of());
        RunningGateway gateway = gateway("--queue-bytes", "2MiB", "--max-body", "1MiB", "--queue-records", "1000000");

        HttpResponse<String> tooMany = gateway.post("numerous", "1\n".repeat(50_000), "Content-Type", LINES);
        HttpResponse<String> taken = gateway.post("numerous", "1\n".repeat(5_000), "Content-Type", LINES);

        assertThat(tooMany.statusCode()).as(tooMany.body()).isEqualTo(413);
        assertThat(tooMany.body()).contains("too-large", "--queue-bytes");
        assertThat(taken.statusCode()).isEqualTo(202);
    }

    @ParameterizedTest
    @CsvSource({"Transfer-Encoding: chunked", "Content-Length: 1048576"})
    void clientsThatSendNoBodyTakeNoRoom(String announcement) throws Exception {
        String topic = "announced-" + announcement.length();
        BROKER.create(topic, 1, Map.of());
        RunningGateway gateway = gateway();
        hold(100, gateway, "POST /topics/" + topic + " HTTP/1.1\r\nHost: localhost\r\n" + announcement + "\r\n\r\n");
        hold(100, gateway, "");
        hold(100, gateway, "POST /topics/" + topic + " HTTP/1.1\r\nHost: local");

        for (int i = 0; i < 20; i++) {
            HttpResponse<String> answer = gateway.post(topic, "x".repeat(500_000));
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
        }
        assertThat(gateway.get("/health").statusCode()).isEqualTo(200);
        assertThat(gateway.get("/metrics").body()).contains("squeeze_gateway_connections 30");
    }

    @Test
    void bodiesThatStallGiveTheirRoomToThoseThatArrive() throws Exception {
        BROKER.create("stalled", 1, Map.of());
        RunningGateway gateway = gateway("--queue-bytes", "2MiB", "--max-body", "1MiB", "--request-timeout", "1m");
        // On a busy machine the first of them may count as stalled before the others have arrived.
        for (int i = 0; i < 10 && metric(gateway, "squeeze_gateway_queue_bytes ") < 1_500_000; i++) {
            hold(
                    3,
                    gateway,
                    "POST /topics/stalled HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n"
                            + "x".repeat(600_000));
            TimeUnit.MILLISECONDS.sleep(300);
        }

        // They do not count as stalled for up to a second after their last byte.
        HttpResponse<String> answer = gateway.post("stalled", "x".repeat(900_000));
        for (int i = 0; i < 100 && answer.statusCode() == 429; i++) {
            TimeUnit.MILLISECONDS.sleep(100);
            answer = gateway.post("stalled", "x".repeat(900_000));
        }

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
        assertThat(gateway.get("/metrics").body())
                .containsPattern("refused_requests_total\\{reason=\"too-slow\"} [1-9]");
        assertThat(gateway.post("stalled", "y").statusCode()).isEqualTo(202);
    }

    @Test
    void aBodyThatFindsNoRoomIsRefusedAndNotKeptWaiting() throws Exception {
        BROKER.create("crowded", 1, Map.of());
        RunningGateway gateway = gateway("--queue-bytes", "1100000B", "--max-body", "1MiB", "--request-timeout", "1m");
        List<HttpSocket> arriving = hold(
                1,
                gateway,
                "POST /topics/crowded HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n"
                        + "x".repeat(900_000));
        awaitMetric(gateway, "squeeze_gateway_queue_bytes ", 900_000);

        HttpResponse<String> answer = gateway.post("crowded", "x".repeat(400_000));
        arriving.get(0).send("x".repeat(100_000));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(429);
        assertThat(answer.headers().firstValue("Retry-After")).contains("1");
        assertThat(arriving.get(0).statusLine()).contains("202");
        awaitMetric(gateway, "squeeze_gateway_queue_bytes ", 0);
        assertThat(gateway.post("crowded", "x".repeat(400_000)).statusCode()).isEqualTo(202);
    }

    @Test
    void idleConnectionsGiveWayToNewOnesAtTheLimit() throws Exception {
        BROKER.create("patient", 1, Map.of());
        RunningGateway gateway = gateway("--max-connections", "10", "--idle-timeout", "10m");
        hold(10, gateway, "");

        HttpResponse<String> answer = gateway.post("patient", "x");

        assertThat(answer.statusCode()).isEqualTo(202);
    }

    @Test
    void aClientThatDoesNotReadItsAnswersLosesItsConnection() throws Exception {
        RunningGateway gateway = gateway("--request-timeout", "500ms", "--idle-timeout", "500ms", "--max-body", "1KiB");
        String request =
                "POST /topics/" + "missing".repeat(30) + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\nx";
        HttpSocket deaf = HttpSocket.openNarrow(gateway.address());
        held.add(deaf);
        CompletableFuture<Void> flood = CompletableFuture.runAsync(() -> {
            byte[] many = request.repeat(1_000).getBytes(StandardCharsets.US_ASCII);
            try {
                while (true) {
                    deaf.send(many);
                }
            } catch (IOException e) {
                // The connection was closed.
            }
        });

        flood.get(60, TimeUnit.SECONDS);

        assertThat(gateway.get("/health").statusCode()).isEqualTo(200);
    }

    private RunningGateway gateway(String... more) throws InterruptedException {
        RunningGateway gateway = RunningGateway.start(BROKER.address(), more);
        gateways.add(gateway);
        return gateway;
    }

    private List<HttpSocket> hold(int number, RunningGateway gateway, String beginning) throws IOException {
        List<HttpSocket> sockets = HttpSocket.hold(number, gateway.address(), beginning);
        held.addAll(sockets);
        return sockets;
    }

    private static double metric(RunningGateway gateway, String name) throws Exception {
        return gateway.get("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith(name))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length())))
                .findFirst()
                .orElseThrow();
    }

    /** Waits until the metric is at least the value, or exactly 0 if the value is 0. */
    private static void awaitMetric(RunningGateway gateway, String name, long value) throws Exception {
        double got = -1;
        for (int i = 0; i < 200; i++) {
            got = metric(gateway, name);
            if (value == 0 ? got == 0 : got >= value) {
                return;
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
        throw new AssertionError(name + got);
    }
}
