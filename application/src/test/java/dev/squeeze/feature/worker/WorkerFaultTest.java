package dev.squeeze.feature.worker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.BrokerForTests;
import dev.squeeze.Invocation;
import dev.squeeze.LiveRun;
import dev.squeeze.Records;
import dev.squeeze.RestartableBroker;
import dev.squeeze.ResultSchema;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cluster.ClusterOptions;
import dev.squeeze.kit.cluster.EmbeddedCluster;
import dev.squeeze.kit.environment.Environment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Failures of the control cluster before or during a run, and their effect on the run. */
@Tag("live")
@Timeout(180)
@SuppressWarnings("NullAway.Init")
class WorkerFaultTest {
    private static final long TIMEOUT_SECONDS = 30;

    @RegisterExtension
    static final BrokerForTests broker = BrokerForTests.shared();

    @TempDir
    Path folder;

    private String source;

    @BeforeEach
    void writeSource() {
        source = Records.write(folder, "a.jsonl", Records.jsonLines(1_000, "m"));
    }

    private List<String> bench(String group, String control, String... more) {
        List<String> words = new ArrayList<>(List.of(
                "--workers", "1", "--worker-group", group, "--worker-timeout", "60s", "--control", control, "--json"));
        words.addAll(List.of(more));
        return broker.arguments(source, words.toArray(String[]::new));
    }

    /** Each broker learns of a deletion separately, and any of them may respond. */
    private static void assertNoneBegins(EmbeddedCluster cluster, String beginning) throws Exception {
        try (Admin admin = Admin.create(cluster.connection())) {
            long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
            Set<String> left;
            do {
                left = admin.listTopics().names().get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
                TimeUnit.MILLISECONDS.sleep(50);
            } while (left.stream().anyMatch(topic -> topic.startsWith(beginning)) && System.nanoTime() < deadlineNanos);
            assertThat(left).allSatisfy(topic -> assertThat(topic).doesNotStartWith(beginning));
        }
    }

    private static void assertDone(Invocation ended) {
        assertThat(ended.code()).as(ended.err() + ended.out()).isEqualTo(ExitCode.DONE);
        JsonNode result = ResultSchema.parse(ended.out());
        assertThat(result.at("/arms/0/valid").asBoolean()).isTrue();
        assertThat(result.at("/arms/0/rounds").asInt()).isEqualTo(1);
    }

    @Test
    void aControlClusterThatIsStartedAgainCostsATrialAndNotTheRun() throws Exception {
        try (RestartableBroker control = new RestartableBroker(folder.resolve("control"));
                Workers workers = new Workers()) {
            workers.start(1, control.address(), "restart", "--under-test", broker.address());
            LiveRun run = LiveRun.start(
                            bench("restart", control.address(), "--rate", "500", "--trial", "4s", "--rounds", "1"))
                    .awaitProgress("round 1, ");
            // Longer than workers wait for a run that does not respond.
            control.killForSeconds(7);
            Invocation ended = run.end();

            assertDone(ended);
            assertThat(ResultSchema.parse(ended.out())
                            .at("/cluster/workers/incidents")
                            .toString())
                    .contains("the trial was repeated");
            assertThat(control.topics())
                    .allSatisfy(topic -> assertThat(topic).doesNotContain("squeeze-workers-restart-"));
        }
    }

    @Test
    void whenTheBrokerThatCoordinatesTheGroupDiesTheRunGoesOn() throws Exception {
        try (EmbeddedCluster control = EmbeddedCluster.start(ClusterOptions.temporary(3));
                Workers workers = new Workers()) {
            workers.start(1, control.bootstrap(), "moved", "--under-test", broker.address());
            LiveRun run = LiveRun.start(
                            bench("moved", control.bootstrap(), "--rate", "500", "--trial", "4s", "--rounds", "1"))
                    .awaitProgress("round 1, ");
            int coordinator;
            try (Admin admin = Admin.create(control.connection())) {
                coordinator = admin.describeConsumerGroups(List.of("squeeze-workers-moved"))
                        .all()
                        .get(TIMEOUT_SECONDS, TimeUnit.SECONDS)
                        .get("squeeze-workers-moved")
                        .coordinator()
                        .id();
            }
            ProcessHandle.of(control.brokerPids().get(coordinator - 1)).ifPresent(ProcessHandle::destroyForcibly);
            Invocation ended = run.end();

            assertDone(ended);
            assertNoneBegins(control, "squeeze-workers-moved-");
        }
    }

    @Test
    void aRunThatIsKilledIsLeftByItsWorkerAndTheNextOneDeletesWhatItLeft() throws Exception {
        Set<String> before = broker.topics();
        try (Workers workers = new Workers()) {
            workers.start(1, broker.address(), "orphan");
            String[] flags = {"--rate", "500", "--trial", "30s", "--rounds", "1"};
            Process killed = workers.startCommand(folder, bench("orphan", broker.address(), flags), "round 1, ");
            Workers.signal(killed, "-KILL");
            workers.awaitAll("is silent: left it");
            Set<String> left = broker.topics();
            left.removeAll(before);
            left.removeIf(topic -> !topic.startsWith("squeeze-bench-"));
            Invocation next = LiveRun.start(bench("orphan", broker.address(), "--rate", "500"))
                    .end();

            assertDone(next);
            assertThat(next.err()).contains("left by a run that was killed");
            assertThat(broker.topics())
                    .allSatisfy(topic -> assertThat(topic).doesNotContain("squeeze-workers-orphan-"));
            broker.delete(left);
        }
    }

    @Test
    void whatEarlierRunsAndOthersLeftInControlTopicsIsNotTakenForOrders() throws Exception {
        String lobby = "squeeze-workers-old";
        String left = lobby + "-abc123-tasks";
        broker.create(lobby, 1, Map.of());
        broker.create(left, 1, Map.of());
        String version = Environment.version();
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.address()), new ByteArraySerializer(), new ByteArraySerializer())) {
            for (String entry : List.of(
                    "no JSON",
                    "[1, 2]",
                    "{\"protocol\":1,\"run\":\"abc123\",\"type\":\"run\",\"from\":\"dead\",\"body\":{\"version\":\""
                            + version + "\",\"host\":\"dead\",\"slots\":1,\"first\":0}}",
                    "{\"protocol\":2,\"run\":\"later\",\"type\":\"dance\",\"from\":\"x\",\"body\":[]}")) {
                producer.send(new ProducerRecord<>(lobby, 0, null, entry.getBytes(StandardCharsets.UTF_8)));
                producer.send(new ProducerRecord<>(left, 0, null, entry.getBytes(StandardCharsets.UTF_8)));
            }
        }
        try (Workers workers = new Workers()) {
            workers.start(1, broker.address(), "old");
            Invocation ended = LiveRun.start(bench("old", broker.address(), "--rate", "500"))
                    .end();

            assertDone(ended);
            assertThat(ended.err()).contains("deleting " + left + ", left by a run that was killed");
            assertThat(workers.end())
                    .allSatisfy(worker -> assertThat(worker.err()).doesNotContain("abc123", "later"));
        }
        assertThat(broker.topics()).doesNotContain(left);
    }
}
