package dev.squeeze.feature.copy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.BrokerForTests;
import dev.squeeze.Invocation;
import dev.squeeze.LiveRun;
import dev.squeeze.RestartableBroker;
import dev.squeeze.ResultSchema;
import dev.squeeze.feature.worker.Workers;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cluster.RemoteCluster;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Workers copy from one cluster to another and receive their work through any cluster. Only the cluster of the copies
 * decides who may write, so each record is copied once whatever the state of the others.
 */
@Tag("live")
@Timeout(120)
@SuppressWarnings("NullAway.Init")
class CopyWorkersClustersTest {
    private static final int RECORDS = 12_000;
    private static final int PARTITIONS = 6;

    @RegisterExtension
    static final BrokerForTests from = new BrokerForTests();

    @RegisterExtension
    static final BrokerForTests to = new BrokerForTests();

    private static CopiedTopic original;

    @TempDir
    Path folder;

    @BeforeAll
    static void writeSource() {
        original = new CopiedTopic(new RemoteCluster(from.address(), Map.of()), PARTITIONS, 1);
        original.write(RECORDS, 200);
    }

    /** @param name name of the copy and of the group */
    private static LiveRun copy(String name, String control, int workers, String rate) throws Exception {
        return LiveRun.start(List.of(
                        "copy",
                        CopiedTopic.NAME,
                        "--bootstrap-server",
                        from.address(),
                        "--to-bootstrap-server",
                        to.address(),
                        "--codecs",
                        "zstd:1",
                        "--to-topic",
                        name,
                        "--control",
                        control,
                        "--workers",
                        String.valueOf(workers),
                        "--worker-group",
                        name,
                        "--worker-timeout",
                        "30s",
                        "--rate",
                        rate,
                        "--verify",
                        "--json"))
                .awaitProgress("copying");
    }

    private static JsonNode assertCopied(String name, Invocation ended) {
        assertThat(ended.code()).as(ended.err() + ended.out()).isEqualTo(ExitCode.DONE);
        JsonNode result = ResultSchema.parse(ended.out());
        assertThat(result.at("/report/complete").asBoolean()).isTrue();
        assertThat(result.at("/report/copies/0/records").asLong()).isEqualTo(RECORDS);
        assertThat(result.at("/proofs/0/partitions")).hasSize(PARTITIONS);
        original.assertCopiedTo(new RemoteCluster(to.address(), Map.of()), name);
        return result;
    }

    private static void assertLost(JsonNode result, Process worker) {
        assertThat(result.at("/workers/members"))
                .filteredOn(member -> member.path("name").asText().contains("-" + worker.pid() + "-"))
                .singleElement()
                .satisfies(member -> assertThat(member.path("lost").asInt()).isPositive());
    }

    private void survivesAKilledWorker(String name, String control, String underTest) throws Exception {
        try (Workers workers = new Workers()) {
            String[] flags = {"--copies", "--under-test", underTest};
            Process killed = workers.startProcess(folder, control, name, flags);
            workers.start(1, control, name, flags);
            LiveRun run = copy(name, control, 2, "2000");
            TimeUnit.SECONDS.sleep(1);
            Workers.signal(killed, "-KILL");

            assertLost(assertCopied(name, run.end()), killed);
        }
    }

    @Test
    void aWorkerIsKilledThatTakesWorkFromTheSourcesCluster() throws Exception {
        survivesAKilledWorker("by-source", from.address(), to.address());
    }

    @Test
    void aWorkerIsKilledThatTakesWorkFromTheCopiesCluster() throws Exception {
        survivesAKilledWorker("by-target", to.address(), from.address());
    }

    /**
     * The group on the control cluster cannot prevent a late worker from writing elsewhere, but the producer epoch
     * there can.
     */
    @Test
    void aLateWorkerIsFencedAndAKilledOneReplacedWhereAThirdClusterGivesTheWork() throws Exception {
        String control = BrokerForTests.shared().address();
        String[] flags = {"--copies", "--under-test", from.address(), "--to-bootstrap-server", to.address()};
        try (Workers workers = new Workers()) {
            Process killed = workers.startProcess(folder, control, "by-third", flags);
            Process late = workers.startProcess(folder, control, "by-third", flags);
            workers.start(1, control, "by-third", flags);
            LiveRun run = copy("by-third", control, 3, "1000");
            TimeUnit.SECONDS.sleep(1);
            Workers.signal(late, "-STOP");
            Workers.signal(killed, "-KILL");
            // Longer than the group's session timeout: another worker has its shares by then.
            TimeUnit.SECONDS.sleep(9);
            Workers.signal(late, "-CONT");

            JsonNode result = assertCopied("by-third", run.end());
            assertLost(result, killed);
            assertLost(result, late);
        }
        assertThat(BrokerForTests.shared().topics())
                .allSatisfy(topic -> assertThat(topic).doesNotContain("squeeze-workers-by-third-"));
    }

    @Test
    void aWorkerThatDoesNotKnowOneOfTheClustersSaysHowToNameIt() throws Exception {
        try (Workers workers = new Workers()) {
            workers.start(1, from.address(), "unknown", "--copies");
            List<String> words =
                    new ArrayList<>(List.of("copy", CopiedTopic.NAME, "--bootstrap-server", from.address()));
            words.addAll(List.of("--to-bootstrap-server", to.address(), "--codecs", "keep", "--to-topic", "unknown"));
            words.addAll(List.of("--workers", "1", "--worker-group", "unknown"));
            Invocation ended = LiveRun.start(words).end();

            assertThat(ended.code()).as(ended.out()).isEqualTo(ExitCode.FAILED);
            assertThat(ended.err())
                    .contains("was not started for the cluster with id", "has the copies", "--under-test");
        }
        List<String> alone = new ArrayList<>(List.of("copy", CopiedTopic.NAME, "--bootstrap-server", from.address()));
        alone.addAll(List.of("--to-bootstrap-server", to.address(), "--codecs", "keep", "--to-topic", "unknown"));
        alone.addAll(List.of("--workers", "1", "--worker-group", "nobody", "--worker-timeout", "5s"));
        alone.addAll(List.of("--control", BrokerForTests.shared().address()));
        assertThat(LiveRun.start(alone).end().err())
                .contains("--copies --under-test " + from.address() + " --to-bootstrap-server " + to.address());
    }

    @Test
    void aControlClusterThatIsKilledAndStartedAgainDelaysACopyAndLosesNothing() throws Exception {
        String[] flags = {"--copies", "--under-test", from.address(), "--to-bootstrap-server", to.address()};
        try (RestartableBroker control = new RestartableBroker(folder.resolve("control"));
                Workers workers = new Workers()) {
            workers.start(2, control.address(), "restarted", flags);
            LiveRun run = copy("restarted", control.address(), 2, "1000");
            TimeUnit.SECONDS.sleep(1);
            // Longer than workers wait for a run that does not respond.
            control.killForSeconds(7);

            assertCopied("restarted", run.end());
            assertThat(control.topics())
                    .allSatisfy(topic -> assertThat(topic).doesNotContain("squeeze-workers-restarted-"));
        }
    }
}
