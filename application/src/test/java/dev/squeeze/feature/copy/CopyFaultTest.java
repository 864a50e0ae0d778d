package dev.squeeze.feature.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.Invocation;
import dev.squeeze.LiveRun;
import dev.squeeze.RestartableCluster;
import dev.squeeze.ResultSchema;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cluster.TopicSpec;
import dev.squeeze.kit.cluster.Topics;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whatever happens to the brokers during a copy: no record is lost or duplicated without being reported. */
@Tag("live")
@Timeout(180)
@SuppressWarnings("NullAway.Init")
class CopyFaultTest {
    private static final Path PRLIMIT = Path.of("/usr/bin/prlimit");
    private static final int PARTITIONS = 3;

    @TempDir
    Path folder;

    @TempDir
    static Path sharedFolder;

    /** Shared by all tests for which one source broker is enough; each uses its own topic names. */
    private static RestartableCluster single;

    private RestartableCluster cluster;
    private String name;
    private CopiedTopic original;

    @BeforeAll
    static void startSingle() throws Exception {
        single = new RestartableCluster(sharedFolder, 1);
    }

    @AfterAll
    static void stopSingle() {
        single.close();
    }

    private void begin(String test, int records, int valueBytes) {
        begin(single, test, 1, records, valueBytes);
    }

    private void begin(RestartableCluster source, String test, int replicas, int records, int valueBytes) {
        cluster = source;
        name = test;
        original = new CopiedTopic(source.target(), test, PARTITIONS, replicas);
        original.write(records, valueBytes);
    }

    private List<String> copy(String... more) {
        List<String> args = new ArrayList<>(List.of(
                "copy",
                name,
                "--bootstrap-server",
                cluster.address(),
                "--to-topic",
                name + "-{codec}",
                "--timeout",
                "3s"));
        args.addAll(List.of(more));
        return args;
    }

    private static LiveRun startAndAwaitData(List<String> args) throws InterruptedException {
        LiveRun run = LiveRun.start(args).awaitProgress("copying");
        TimeUnit.MILLISECONDS.sleep(700);
        return run;
    }

    @Test
    void aBrokerThatIsKilledAndComesBackCostsNothing() throws Exception {
        begin("killed", 10_000, 400);
        LiveRun run = startAndAwaitData(copy("--codecs", "keep,zstd", "--rate", "512KiB/s", "--verify", "--json"));
        cluster.kill();
        TimeUnit.MILLISECONDS.sleep(500);
        cluster.startAgain();

        Invocation ended = run.end();

        assertThat(ended.code()).as(ended.err() + ended.out()).isEqualTo(ExitCode.DONE);
        JsonNode report = ResultSchema.parse(ended.out()).at("/report");
        assertThat(report.at("/recoveryCount").asInt()).isPositive();
        assertThat(report.at("/complete").asBoolean()).isTrue();
        assertThat(ended.err()).contains("retrying from the last commit");
        original.assertCopiedTo(cluster.target(), "killed-keep", "killed-zstd");
    }

    @Test
    void aLeaderThatDiesAmongThreeBrokersIsReplacedAndCostsNothing() throws Exception {
        try (RestartableCluster three = new RestartableCluster(folder.resolve("three"), 3)) {
            begin(three, "led", 3, 10_000, 400);
            LiveRun run = startAndAwaitData(copy("--codecs", "keep,lz4", "--rate", "512KiB/s", "--json"));
            ProcessHandle.of(three.pids().get(1)).ifPresent(ProcessHandle::destroyForcibly);

            Invocation ended = run.end();

            assertThat(ended.code()).as(ended.err()).isEqualTo(ExitCode.DONE);
            original.assertCopiedTo(three.target(), "led-keep", "led-lz4");
        }
    }

    @Test
    void aDestinationWhoseDiskIsFullIsToldAndCopiedToOnceThereIsRoom() throws Exception {
        assumeTrue(Files.isExecutable(PRLIMIT), "no " + PRLIMIT);
        // Each partition becomes larger than the limit for files of the destination.
        begin("full", 18_000, 2_000);
        try (RestartableCluster small = new RestartableCluster(folder.resolve("small"), 1)) {
            // With a limit on the file size, a broker's writes fail as on a full disk.
            long pid = small.pids().get(0);
            Process limit = new ProcessBuilder(PRLIMIT.toString(), "--pid", Long.toString(pid), "--fsize=10500000")
                    .inheritIO()
                    .start();
            assertThat(limit.waitFor()).isZero();
            List<String> args =
                    copy("--codecs", "none", "--to-bootstrap-server", small.address(), "--retry-timeout", "8s");

            Invocation full = LiveRun.start(args).end();

            assertThat(full.code()).as(full.err()).isEqualTo(ExitCode.FAILED);
            assertThat(full.err()).contains("what was copied is kept: run the same command again to continue");
            small.kill();
            small.startAgain();
            Invocation ended = LiveRun.start(args).end();
            assertThat(ended.code()).as(ended.err()).isEqualTo(ExitCode.DONE);
            original.assertCopiedTo(small.target(), "full-none");
        }
    }

    @Test
    void aDestinationThatIsDeletedIsNotMadeAgainInSilence() throws Exception {
        begin("deleted", 10_000, 400);
        LiveRun run = startAndAwaitData(copy("--codecs", "keep,zstd", "--rate", "300KiB/s"));
        Topics.delete(cluster.target(), "deleted-zstd", Duration.ofSeconds(10));

        Invocation ended = run.end();

        assertThat(ended.code()).isEqualTo(ExitCode.FAILED);
        assertThat(ended.err()).contains("deleted-zstd", "deleted during the copy");
        Invocation again =
                LiveRun.start(copy("--codecs", "keep,zstd", "--verify")).end();
        assertThat(again.code()).as(again.err()).isEqualTo(ExitCode.DONE);
        original.assertCopiedTo(cluster.target(), "deleted-keep", "deleted-zstd");
    }

    @Test
    void aRecordThatTheDestinationDoesNotTakeIsNamedAndThePositionKept() throws Exception {
        begin("refused", 3_000, 400);
        original.writeLarge(1, 60_000);
        original.write(3_000, 400);
        Topics.create(
                cluster.target(),
                List.of(new TopicSpec(
                        "refused-zstd", PARTITIONS, 1, Map.of("max.message.bytes", "30000", "retention.ms", "-1"))));

        Invocation refused = LiveRun.start(copy("--codecs", "zstd")).end();

        assertThat(refused.code()).isEqualTo(ExitCode.FAILED);
        assertThat(refused.err())
                .contains("partition refused-1", "offset 1000", "no more than 30000", "max.message.bytes", "again");
        try (Admin admin = Admin.create(cluster.target().connection())) {
            ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, "refused-zstd");
            admin.incrementalAlterConfigs(Map.of(
                            topic,
                            List.of(new AlterConfigOp(
                                    new ConfigEntry("max.message.bytes", "100000"), AlterConfigOp.OpType.SET))))
                    .all()
                    .get(30, TimeUnit.SECONDS);
        }
        Invocation ended = LiveRun.start(copy("--codecs", "zstd")).end();
        assertThat(ended.code()).as(ended.err()).isEqualTo(ExitCode.DONE);
        original.assertCopiedTo(cluster.target(), "refused-zstd");
    }

    @Test
    void retentionThatOvertakesTheReaderLeavesAGapThatIsReported() throws Exception {
        begin("overtaken", 15_000, 400);
        List<String> args = copy("--codecs", "keep", "--rate", "300KiB/s", "--json");
        LiveRun run = startAndAwaitData(args);
        long kept = 4_900;
        try (Admin admin = Admin.create(cluster.target().connection())) {
            admin.deleteRecords(Map.of(new TopicPartition("overtaken", 2), RecordsToDelete.beforeOffset(kept)))
                    .all()
                    .get(30, TimeUnit.SECONDS);
        }

        Invocation ended = run.end();

        assertThat(ended.code()).as(ended.err()).isEqualTo(ExitCode.DONE);
        JsonNode copied = ResultSchema.parse(ended.out()).at("/report/copies/0");
        JsonNode gap = copied.at("/gaps/0");
        assertThat(copied.at("/gaps")).hasSize(1);
        assertThat(gap.at("/partition").asInt()).isEqualTo(2);
        assertThat(gap.at("/toOffset").asLong()).isEqualTo(kept);
        long lost = kept - gap.at("/fromOffset").asLong();
        assertThat(lost).isPositive();
        assertThat(copied.at("/records").asLong()).isEqualTo(15_000 - lost);
        // The copy ends with what the source still has, preceded by what was copied in time.
        List<Long> source = CopiedTopic.committed(cluster.target(), "overtaken").getOrDefault(2, List.of());
        List<Long> copy =
                CopiedTopic.committed(cluster.target(), "overtaken-keep").getOrDefault(2, List.of());
        assertThat(copy.size()).isEqualTo(5_000 - lost);
        assertThat(copy.subList(copy.size() - source.size(), copy.size()).equals(source))
                .isTrue();

        Invocation again = LiveRun.start(copy("--codecs", "keep", "--verify")).end();
        assertThat(again.code()).as(again.err()).isEqualTo(ExitCode.DONE);
        assertThat(again.out()).contains("Earlier runs found", "cannot be compared");
    }
}
