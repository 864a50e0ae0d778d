package dev.squeeze.feature.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.BrokerForTests;
import dev.squeeze.Invocation;
import dev.squeeze.LiveRun;
import dev.squeeze.Records;
import dev.squeeze.ResultSchema;
import dev.squeeze.TestPorts;
import dev.squeeze.feature.copy.AltersAValue;
import dev.squeeze.kit.cli.ExitCode;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Failures during a run end with a clear message, exit code 1 and the results up to then. */
@Tag("live")
@Timeout(90)
@SuppressWarnings("NullAway.Init")
class BenchFaultTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(3);

    @RegisterExtension
    static final BrokerForTests broker = BrokerForTests.emptied();

    @TempDir
    Path folder;

    private String source;

    @BeforeEach
    void writeSource() {
        source = Records.write(folder, "a.jsonl", Records.jsonLines(300, "m"));
    }

    @Test
    void anEmbeddedBrokerThatIsKilledEndsTheRunWithWhatWasMeasured() throws Exception {
        Map<Long, Path> before = LiveRun.brokers();
        Path json = folder.resolve("x.json");
        LiveRun run = LiveRun.start(LiveRun.shortest(source, "--rounds", "40", "--output", json.toString()))
                .awaitProgress("round 2, ");
        JsonNode kept = ResultSchema.parse(Files.readString(json));
        assertThat(kept.at("/arms/0/rounds").asInt()).isPositive();

        Map<Long, Path> brokers = LiveRun.brokersSince(before);
        assertThat(brokers).hasSize(1);
        long killedNanos = System.nanoTime();
        brokers.keySet().forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
        Invocation ended = run.end();

        assertThat(Duration.ofNanos(System.nanoTime() - killedNanos))
                .as("a bound")
                .isLessThan(Duration.ofSeconds(20));
        failedWith(ended, "broker 1 died", "signal 9");
        JsonNode document = ResultSchema.parse(Files.readString(json));
        assertThat(document.at("/arms/0/rounds").asInt()).isPositive();
        assertThat(document.at("/plan/failure").asText()).contains("broker 1 died");
        assertThat(document.at("/arms/0/valid").asBoolean()).isTrue();
        assertThat(ended.out())
                .contains("The run ended early: broker 1 died", "Throughput, and batches in the brokers' log");
        assertThat(LiveRun.brokersSince(before)).isEmpty();
        assertThat(brokers.values()).allSatisfy(left -> assertThat(left).doesNotExist());
    }

    @Test
    void aClusterOfTheUsersThatGoesAwayIsNoticedWithinTheStatedTime() throws Exception {
        Path json = folder.resolve("x.json");
        try (BrokerForTests dying = new BrokerForTests()) {
            LiveRun run = LiveRun.start(dying.arguments(
                            source,
                            "--rounds",
                            "40",
                            "--rate",
                            "2000",
                            "--timeout",
                            TIMEOUT.toSeconds() + "s",
                            "--output",
                            json.toString()))
                    .awaitProgress("round 2, ");
            long killedNanos = System.nanoTime();
            dying.kill();
            Invocation ended = run.end();

            assertThat(Duration.ofNanos(System.nanoTime() - killedNanos))
                    .as("a bound")
                    .isLessThan(TIMEOUT.multipliedBy(8));
            failedWith(ended, dying.address());
            // During a trial its topic remains, which must be reported; between trials there is none.
            assertThat(ended.err()).containsAnyOf("was not deleted", "was not created");
            assertThat(ended.out()).contains("The run ended early: ", "Throughput, and batches in the brokers' log");
            assertThat(ResultSchema.parse(Files.readString(json))
                            .at("/arms/0/rounds")
                            .asInt())
                    .isPositive();
        }
    }

    @Test
    void aTopicThatCannotBeCreatedNamesTheReason() throws Exception {
        Invocation ended = broker.bench(source, "--replication-factor", "3");

        failedWith(ended, "topic squeeze-bench-", "was not created", "replication factor of 3", "1 broker");
        assertThat(broker.topics()).isEmpty();
    }

    @Test
    void aTopicThatCannotBeCreatedFailsItsArmAndNoOther() throws Exception {
        Invocation ended = broker.bench(source, "--vary", "topic.compression.type=lzz4,producer", "--json");

        assertThat(ended.code()).as(ended.err()).isEqualTo(ExitCode.FAILED);
        JsonNode arms = ResultSchema.parse(ended.out()).at("/arms");
        assertThat(arms.at("/0/valid").asBoolean()).isFalse();
        assertThat(arms.at("/0/problems/0").asText()).contains("was not created", "lzz4");
        assertThat(arms.at("/1/valid").asBoolean()).isTrue();
        assertThat(arms.at("/1/rounds").asInt()).isEqualTo(1);
        assertThat(broker.topics()).isEmpty();
    }

    @Test
    void aResultThatCannotBeKeptDoesNotEndTheRun() throws Exception {
        Path gone = Files.createDirectory(folder.resolve("gone"));
        LiveRun run = LiveRun.start(broker.arguments(
                        source,
                        "--rounds",
                        "3",
                        "--output",
                        gone.resolve("x.json").toString()))
                .awaitProgress("warming up, ");
        Files.delete(gone);
        Invocation ended = run.end();

        assertThat(ended.code()).as(ended.err()).isEqualTo(ExitCode.FAILED);
        assertThat(ended.out()).contains("in 3 interleaved rounds", "Throughput");
        assertThat(ended.err()).contains("cannot write ", "the run continues");
    }

    @Test
    void anUnknownSettingOfATopicIsNamed() throws Exception {
        failedWith(broker.bench(source, "--topic-config", "compresion.type=zstd"), "compresion.type");
        assertThat(broker.topics()).isEmpty();
    }

    @Test
    void nobodyAtTheAddressIsSaidAtOnce() throws Exception {
        String address = "127.0.0.1:" + TestPorts.free();
        onlyFailedWith(LiveRun.of(source, "--bootstrap-server", address), address, "cannot connect (", "check");
    }

    @Test
    void aListenerThatNeverAnswersIsGivenUpWithinTheStatedTime() throws Exception {
        long startNanos = System.nanoTime();
        try (ServerSocket silent = new ServerSocket(0, 5, loopback())) {
            String address = "127.0.0.1:" + silent.getLocalPort();
            onlyFailedWith(
                    LiveRun.of(source, "--bootstrap-server", address, "--timeout", "2s"), address, "does not answer");
        }
        assertThat(Duration.ofNanos(System.nanoTime() - startNanos))
                .as("a bound")
                .isLessThan(Duration.ofSeconds(25));
    }

    @Test
    void recordsOverTheTopicsLimitFailTheirArmAndNoOther() throws Exception {
        Invocation ended =
                broker.bench(source, "--vary", "topic.max.message.bytes=100,1048588", "--rate", "200", "--json");

        assertThat(ended.code()).as(ended.err()).isEqualTo(ExitCode.FAILED);
        JsonNode arms = ResultSchema.parse(ended.out()).at("/arms");
        assertThat(arms.at("/0/valid").asBoolean()).isFalse();
        assertThat(arms.at("/0/problems/0").asText())
                .contains("records were not accepted")
                .contains("--topic-config max.message.bytes=BYTES", "RecordTooLargeException");
        assertThat(arms.at("/1/valid").asBoolean()).isTrue();
        assertThat(arms.at("/1/rounds").asInt()).isEqualTo(1);
        assertThat(broker.topics()).isEmpty();
    }

    @Test
    void recordsThatAreLostInSilenceMarkTheArm() throws Exception {
        Invocation ended =
                broker.bench(source, "--rate", "max", "--acks", "0", "--topic-config", "max.message.bytes=100");

        assertThat(ended.code()).as(ended.err()).isEqualTo(ExitCode.FAILED);
        assertThat(ended.out())
                .contains(
                        "Failed, incomplete or missed",
                        "records were acknowledged, but the log contains 0",
                        "a consumer read 0")
                .doesNotContain("Throughput");
        assertThat(broker.topics()).isEmpty();
    }

    @Test
    void aRecordThatWasAlteredMarksTheArm() {
        Invocation ended =
                broker.bench(source, "--producer-property", "interceptor.classes=" + AltersAValue.class.getName());

        assertThat(ended.code()).as(ended.err()).isEqualTo(ExitCode.FAILED);
        assertThat(ended.out())
                .contains("a consumer read other records than were acknowledged: their checksums differ")
                .doesNotContain("Throughput");
    }

    @Test
    void anErrorInAThreadThatSendsMarksTheArm() {
        Invocation ended =
                broker.bench(source, "--producer-property", "interceptor.classes=" + OutOfMemory.class.getName());

        assertThat(ended.code()).as(ended.err()).isEqualTo(ExitCode.FAILED);
        assertThat(ended.out())
                .contains("out of memory: give a larger heap with SQUEEZE_HEAP=8g")
                .doesNotContain("Throughput");
    }

    @Test
    void anErrorInAThreadThatReadsMarksTheArmAndEnds() {
        Invocation ended =
                broker.bench(source, "--consumer-property", "interceptor.classes=" + OutOfMemory.class.getName());

        assertThat(ended.code()).as(ended.err()).isEqualTo(ExitCode.FAILED);
        assertThat(ended.out())
                .contains("the consumer failed: out of memory: give a larger heap with SQUEEZE_HEAP=8g")
                .doesNotContain("Throughput");
    }

    /** The result is on stdout, and stderr ends with one line that gives the reason. */
    private static void failedWith(Invocation ended, String... parts) {
        assertThat(ended.code()).as(ended.err()).isEqualTo(ExitCode.FAILED);
        String last = ended.err().lines().reduce("", (first, second) -> second);
        assertThat(last).startsWith("squeeze: ").contains(parts).doesNotContain("unexpected", "Exception");
        assertThat(ended.err()).doesNotContain("\tat ");
        assertThat(ended.out()).contains(parts[0]);
    }

    private static void onlyFailedWith(Invocation ended, String... parts) {
        ended.expectRefusal(ExitCode.FAILED, parts);
    }

    private static InetAddress loopback() throws Exception {
        return InetAddress.getByName("127.0.0.1");
    }
}
