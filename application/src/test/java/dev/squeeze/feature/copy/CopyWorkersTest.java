package dev.squeeze.feature.copy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.BrokerForTests;
import dev.squeeze.Invocation;
import dev.squeeze.LiveRun;
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

/** A copy that workers share: whatever happens to them, each record is there once, in its partition and order. */
@Tag("live")
@Timeout(180)
@SuppressWarnings("NullAway.Init")
class CopyWorkersTest {
    private static final int RECORDS = 24_000;
    private static final int PARTITIONS = 6;

    @RegisterExtension
    static final BrokerForTests broker = new BrokerForTests();

    private static CopiedTopic original;
    private static RemoteCluster cluster;

    @TempDir
    Path folder;

    @BeforeAll
    static void writeSource() {
        cluster = new RemoteCluster(broker.address(), Map.of());
        original = new CopiedTopic(cluster, PARTITIONS, 1);
        original.write(RECORDS, 200);
    }

    private static List<String> copy(String to, String... more) {
        List<String> words = new ArrayList<>(List.of("copy", CopiedTopic.NAME, "--bootstrap-server", broker.address()));
        words.addAll(List.of("--codecs", "zstd:1", "--to-topic", to));
        words.addAll(List.of(more));
        return words;
    }

    private static List<String> shared(String to, String group, int workers, String... more) {
        List<String> words = copy(to, more);
        words.addAll(List.of("--workers", String.valueOf(workers), "--worker-group", group));
        words.addAll(List.of("--worker-timeout", "30s"));
        return words;
    }

    @Test
    void aWorkerThatIsKilledAndOneThatIsPausedLoseTheirPartitionsToOthersAndEachRecordIsThereOnce() throws Exception {
        try (Workers workers = new Workers()) {
            Process killed = workers.startProcess(folder, broker.address(), "harmed", "--copies");
            Process paused = workers.startProcess(folder, broker.address(), "harmed", "--copies");
            workers.start(1, broker.address(), "harmed", "--copies");
            LiveRun run = LiveRun.start(shared("harmed", "harmed", 3, "--verify", "--rate", "3000", "--json"))
                    .awaitProgress("copying");
            TimeUnit.SECONDS.sleep(1);
            Workers.signal(paused, "-STOP");
            Workers.signal(killed, "-KILL");
            TimeUnit.SECONDS.sleep(10);
            Workers.signal(paused, "-CONT");
            Invocation ended = run.end();

            assertThat(ended.code()).as(ended.err() + ended.out()).isEqualTo(ExitCode.DONE);
            JsonNode result = ResultSchema.parse(ended.out());
            assertThat(result.at("/report/complete").asBoolean()).isTrue();
            assertThat(result.at("/report/copies/0/records").asLong()).isEqualTo(RECORDS);
            assertThat(result.at("/proofs/0/partitions")).hasSize(PARTITIONS);
            assertThat(result.at("/workers/members").toString())
                    .contains("-" + killed.pid() + "-", "-" + paused.pid() + "-");
            assertThat(result.at("/workers/members"))
                    .filteredOn(member -> member.path("name").asText().contains("-" + killed.pid() + "-"))
                    .allSatisfy(
                            member -> assertThat(member.path("lost").asInt()).isPositive());
            original.assertCopiedTo(cluster, "harmed");
        }
        assertThat(broker.topics()).allSatisfy(topic -> assertThat(topic).doesNotContain("squeeze-workers-harmed-"));
    }

    @Test
    void anInterruptedCopyGoesOnWithoutWorkersAndOneWithoutThemIsTakenOverByWorkers() throws Exception {
        try (Workers workers = new Workers()) {
            workers.start(1, broker.address(), "turns", "--copies");
            LiveRun first = LiveRun.start(shared("turns", "turns", 1, "--rate", "1000", "--json"))
                    .awaitProgress("copying");
            // A worker that comes later gets partitions too.
            workers.start(1, broker.address(), "turns", "--copies").awaitAll("took slot");
            TimeUnit.SECONDS.sleep(2);
            first.interrupt();
            Invocation interrupted = first.end();
            assertThat(interrupted.code()).as(interrupted.err()).isEqualTo(ExitCode.INTERRUPTED);
            JsonNode half = ResultSchema.parse(interrupted.out());
            assertThat(half.at("/report/copies/0/records").asLong()).isBetween(1L, RECORDS - 1L);
            assertThat(half.at("/workers/members")).hasSize(2);

            // So slow that an answer of the broker has no room for all partitions.
            LiveRun alone = LiveRun.start(copy("turns", "--rate", "300")).awaitProgress("copying");
            TimeUnit.SECONDS.sleep(6);
            Invocation rest = LiveRun.start(shared("turns", "turns", 2, "--verify", "--json"))
                    .end();
            assertThat(rest.code()).as(rest.err() + rest.out()).isEqualTo(ExitCode.DONE);
            assertThat(ResultSchema.parse(rest.out())
                            .at("/report/copies/0/recordsInAll")
                            .asLong())
                    .isEqualTo(RECORDS);
            Invocation fenced = alone.end();
            assertThat(fenced.code()).isEqualTo(ExitCode.FAILED);
            assertThat(fenced.err()).contains("another run has taken over the copy turns");
            original.assertCopiedTo(cluster, "turns");
        }
    }

    @Test
    void aWorkerWhoseOwnerDidNotAgreeCopiesNothing() throws Exception {
        try (Workers workers = new Workers()) {
            workers.start(1, broker.address(), "unasked");
            Invocation ended = LiveRun.start(shared("unasked", "unasked", 1)).end();

            assertThat(ended.code()).as(ended.out()).isEqualTo(ExitCode.FAILED);
            assertThat(ended.out() + ended.err()).contains("it was not started with --copies");
        }
    }

    @Test
    void whenAllWorkersAreGoneTheCopyEndsAndSaysSo() throws Exception {
        try (Workers workers = new Workers()) {
            Process only = workers.startProcess(folder, broker.address(), "gone", "--copies");
            List<String> words = shared("gone", "gone", 1, "--rate", "500");
            words.set(words.indexOf("30s"), "5s");
            LiveRun run = LiveRun.start(words).awaitProgress("copying");
            Workers.signal(only, "-KILL");
            Invocation ended = run.end();

            assertThat(ended.code()).as(ended.out()).isEqualTo(ExitCode.FAILED);
            assertThat(ended.err())
                    .contains(
                            "no worker in group gone for", "no worker was left in group gone for", "again to continue");
        }
        assertThat(broker.topics()).allSatisfy(topic -> assertThat(topic).doesNotContain("squeeze-workers-gone-"));
    }

    @Test
    void whatWorkersCannotDoIsRefusedWithTheReason() {
        refused("do not reach a broker that is embedded here", "--workers", "2", "--embedded");
        refused("run the same command without --workers", "--workers", "2", "--offset-map", "map.csv");
        refused("each worker uses the cores of its own machine", "--workers", "2", "--threads", "2");
        refused("--worker-group belongs to --workers", "--worker-group", "lab");
        refused("--workers must be between 1 and", "--workers", "0");
    }

    private static void refused(String why, String... flags) {
        List<String> words = new ArrayList<>(List.of("copy", "any", "--codecs", "keep", "--bootstrap-server", "x:1"));
        words.addAll(List.of(flags));
        Invocation.of(words.toArray(String[]::new)).expectRefusal(ExitCode.USAGE, why);
    }
}
