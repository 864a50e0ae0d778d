package dev.squeeze.feature.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.BrokerForTests;
import dev.squeeze.Invocation;
import dev.squeeze.RestartableCluster;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cluster.TopicSpec;
import dev.squeeze.kit.cluster.Topics;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Accepted records are delivered or reported, whatever happens to the broker or the gateway. */
@Tag("live")
@Timeout(180)
@SuppressWarnings("NullAway.Init")
class GatewayFaultTest {
    @TempDir
    static Path folder;

    /** Tests kill it and start it again; each uses its own topic. */
    private static RestartableCluster cluster;

    @BeforeAll
    static void start() throws Exception {
        cluster = new RestartableCluster(folder.resolve("data"), 1);
    }

    @AfterAll
    static void end() {
        cluster.close();
    }

    @Test
    void withoutABrokerTheQueueFillsAndWhatWasAcceptedArrivesOnceItIsBack() throws Exception {
        createTopic("outage");
        RunningGateway gateway = RunningGateway.start(
                cluster.address(),
                "--queue-records",
                "20",
                "--workers",
                "1",
                "--producer-property",
                "buffer.memory=32768",
                "--producer-property",
                "batch.size=4096");
        List<String> accepted = new ArrayList<>();
        assertThat(gateway.post("outage", "first").statusCode()).isEqualTo(202);
        accepted.add("first");
        cluster.kill();

        HttpResponse<String> answer = gateway.post("outage", "second");
        accepted.add("second");
        for (int i = 0; i < 200 && answer.statusCode() == 202; i++) {
            String value = "record " + i + " " + "x".repeat(1000);
            answer = gateway.post("outage", value);
            if (answer.statusCode() == 202) {
                accepted.add(value);
            }
        }

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(429);
        assertThat(answer.headers().firstValue("Retry-After")).contains("1");
        assertThat(answer.body()).contains("queue-full");
        cluster.startAgain();
        Invocation end = gateway.stop();
        assertThat(end.code()).as(end.err()).isEqualTo(ExitCode.DONE);
        assertThat(end.err()).contains("acknowledged " + accepted.size() + ", failed 0");
        assertThat(BrokerForTests.read(cluster.target(), "outage", 0))
                .extracting(record -> new String(record.value(), StandardCharsets.UTF_8))
                .containsExactlyElementsOf(accepted);
    }

    @Test
    void aBrokerThatIsAwayForSecondsUnderLoadLosesNothing() throws Exception {
        createTopic("away");
        RunningGateway gateway = RunningGateway.start(cluster.address(), "--queue-records", "500");
        try (GatewayClients clients = GatewayClients.start(gateway, "away", 4)) {
            clients.awaitTaken(100);
            cluster.kill();
            TimeUnit.SECONDS.sleep(4);
            cluster.startAgain();
            clients.awaitTaken(100);
            clients.end();

            Invocation end = gateway.stop();

            assertThat(end.code()).as(end.err()).isEqualTo(ExitCode.DONE);
            assertThat(BrokerForTests.read(cluster.target(), "away", 0))
                    .extracting(record -> new String(record.value(), StandardCharsets.UTF_8))
                    .containsExactlyInAnyOrderElementsOf(clients.taken());
        }
    }

    @Test
    void sigtermDrainsWhatWasAcceptedIntoTheTopic() throws Exception {
        BrokerForTests broker = BrokerForTests.shared();
        broker.create("drained", 1, Map.of());
        try (GatewayChild gateway = GatewayChild.start(
                folder.resolve("errors.txt"), "-Xmx256m", broker.address(), "--producer-property", "linger.ms=60000")) {
            HttpClient client = HttpClient.newHttpClient();
            for (int i = 0; i < 5; i++) {
                HttpRequest request = HttpRequest.newBuilder(gateway.resolve("/topics/drained"))
                        .POST(HttpRequest.BodyPublishers.ofString("a\nb\nc"))
                        .header("Content-Type", "application/x-ndjson")
                        .build();
                assertThat(client.send(request, HttpResponse.BodyHandlers.ofString())
                                .statusCode())
                        .isEqualTo(202);
            }

            int code = gateway.terminate(60);

            assertThat(gateway.errors()).contains("accepted 15 records, acknowledged 15, failed 0");
            assertThat(code).isEqualTo(ExitCode.DONE);
            assertThat(broker.read("drained", 0)).hasSize(15);
        }
    }

    @Test
    void acceptedRecordsThatTheBrokerRefusesAreCountedAndSaidWithoutTheirContents() throws Exception {
        BrokerForTests broker = BrokerForTests.shared();
        broker.create("narrow", 1, Map.of("max.message.bytes", "1000"));
        // A compressed record may fit, which only the broker can tell.
        String[] compressing = {"--producer-property", "compression.type=gzip"};
        RunningGateway gateway = RunningGateway.start(broker.address(), compressing);
        String noise = noise(5_000);

        assertThat(gateway.post("narrow", noise).statusCode()).isEqualTo(202);
        Invocation end = gateway.stop();

        assertThat(end.code()).isEqualTo(ExitCode.FAILED);
        assertThat(end.err())
                .contains("1 accepted record was not delivered", "RecordTooLarge")
                .contains("accepted 1 records, acknowledged 0, failed 1")
                .contains("squeeze: 1 records were answered with 202 but not delivered")
                .doesNotContain(noise.substring(0, 30), "narrow");

        RunningGateway asking =
                RunningGateway.start(broker.address(), "--ack", "broker", compressing[0], compressing[1]);
        HttpResponse<String> answer = asking.post("narrow", noise);
        assertThat(answer.statusCode()).isEqualTo(502);
        assertThat(answer.body()).contains("RecordTooLarge", "\"failed\":1");
        assertThat(asking.stop().code()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void whatIsNotAcknowledgedWithinTheDrainTimeoutIsCounted() throws Exception {
        createTopic("late");
        RunningGateway gateway = RunningGateway.start(cluster.address(), "--drain-timeout", "1s");
        assertThat(gateway.post("late", "in time").statusCode()).isEqualTo(202);
        awaitAcknowledged(gateway, 1);
        cluster.kill();
        assertThat(gateway.post("late", "too late").statusCode()).isEqualTo(202);

        Invocation end = gateway.stop();

        assertThat(end.code()).isEqualTo(ExitCode.FAILED);
        assertThat(end.err())
                .contains("accepted 2 records, acknowledged 1, failed 1")
                .contains("1 of the failed were not acknowledged within --drain-timeout");
    }

    /** The test before this one may have ended without a broker. */
    private static void createTopic(String name) {
        if (cluster.pids().stream().noneMatch(GatewayFaultTest::lives)) {
            cluster.startAgain();
        }
        Topics.create(cluster.target(), List.of(new TopicSpec(name, 1, 1, Map.of())));
    }

    private static boolean lives(long pid) {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
    }

    /** Text that does not compress well. */
    private static String noise(int letters) {
        return new Random(4_711)
                .ints(letters, '!', '~')
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static void awaitAcknowledged(RunningGateway gateway, long records) throws Exception {
        for (int i = 0; i < 200; i++) {
            if (gateway.get("/metrics")
                    .body()
                    .contains("squeeze_gateway_acknowledged_records_total " + records + "\n")) {
                return;
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
        throw new AssertionError("not acknowledged");
    }
}
