package dev.squeeze.feature.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.BrokerForTests;
import dev.squeeze.Invocation;
import dev.squeeze.LiveRun;
import dev.squeeze.Records;
import dev.squeeze.ResultSchema;
import dev.squeeze.kit.cli.ExitCode;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A run whose records are sent by workers: its result, its totals, and what it does if a worker fails. */
@Tag("live")
@Timeout(180)
@SuppressWarnings("NullAway.Init")
class WorkersTest {
    @RegisterExtension
    static final BrokerForTests broker = new BrokerForTests();

    @TempDir
    Path folder;

    private String source;

    @BeforeEach
    void writeSource() {
        source = Records.write(folder, "a.jsonl", Records.jsonLines(1_000, "m"));
    }

    private List<String> bench(String group, int workers, String... more) {
        List<String> words = new ArrayList<>(
                List.of("--workers", String.valueOf(workers), "--worker-group", group, "--worker-timeout", "30s"));
        words.addAll(List.of(more));
        return broker.arguments(source, words.toArray(String[]::new));
    }

    @Test
    void whatFourWorkersDidIsAddedExactlyAndNothingIsLeftButTheLobby() throws Exception {
        Path raw = folder.resolve("raw");
        Invocation ended;
        try (Workers workers = new Workers()) {
            workers.start(4, broker.address(), "exact", "--results", raw.toString());
            ended = LiveRun.start(
                            bench("exact", 4, "--rate", "2000", "--rounds", "2", "--key-field", "/user/id", "--json"))
                    .end();
            assertThat(workers.end())
                    .allSatisfy(
                            worker -> assertThat(worker.code()).as(worker.err()).isEqualTo(ExitCode.DONE));
        }
        assertThat(ended.code()).as(ended.err() + ended.out()).isEqualTo(ExitCode.DONE);
        JsonNode result = ResultSchema.parse(ended.out());
        JsonNode arm = result.at("/arms/0");
        List<List<JsonNode>> rounds = undisturbedTrials(raw, 4);
        rounds = rounds.subList(rounds.size() - arm.at("/rounds").asInt(), rounds.size());

        Histogram acknowledged = new Histogram(3);
        acknowledged.setAutoResize(true);
        for (int round = 0; round < rounds.size(); round++) {
            assertThat(arm.at("/metrics/records-per-second/rounds/" + round).asDouble())
                    .isEqualTo(recordsPerSecond(rounds.get(round)), within(1e-6));
            for (JsonNode worker : rounds.get(round)) {
                acknowledged.add(histogram(worker.path("acknowledgeNanos")));
            }
        }
        JsonNode latencies = arm.at("/latencies/acknowledge");
        assertThat(latencies.path("n").asLong()).isEqualTo(acknowledged.getTotalCount());
        latencies.path("percentiles").forEach(point -> assertThat(
                        point.path("millis").asDouble())
                .isEqualTo(
                        acknowledged.getValueAtPercentile(
                                        point.path("percentile").asDouble())
                                / 1e6,
                        within(1e-9)));
        assertThat(result.at("/cluster/workers/members")).hasSize(4);
        assertThat(result.at("/cluster/workers/shares"))
                .hasSize(4)
                .allSatisfy(share -> assertThat(share.path("producers").asInt()).isEqualTo(1));
        assertThat(broker.topics()).contains("squeeze-workers-exact").allSatisfy(topic -> assertThat(topic)
                .doesNotContain("squeeze-workers-exact-", "squeeze-bench-"));
    }

    /** The per-worker results by trial, in order, without trials that the run repeated. */
    private static List<List<JsonNode>> undisturbedTrials(Path raw, int workers) throws Exception {
        Map<Long, List<JsonNode>> trials = new TreeMap<>();
        try (Stream<Path> files = Files.list(raw)) {
            for (Path file : files.toList()) {
                long work = Long.parseLong(file.getFileName().toString().split("-")[1]);
                trials.computeIfAbsent(work, number -> new ArrayList<>())
                        .add(ResultSchema.parse(Files.readString(file)));
            }
        }
        return trials.values().stream()
                .filter(trial -> trial.size() == workers)
                .filter(trial -> trial.stream()
                        .allMatch(worker -> worker.path("standstillNanos").asLong() <= 1_000_000_000L
                                && worker.path("lateNanos").asLong() <= 50_000_000L))
                .toList();
    }

    private static double recordsPerSecond(List<JsonNode> trial) {
        long records = 0;
        long nanos = 0;
        for (JsonNode worker : trial) {
            records += worker.at("/window/progress/acknowledged").asLong();
            nanos += worker.at("/window/clockNanos").asLong();
        }
        return records / (nanos / trial.size() / 1e9);
    }

    private static Histogram histogram(JsonNode encoded) throws Exception {
        byte[] bytes = Base64.getDecoder().decode(encoded.asText());
        return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0);
    }

    @Test
    void aWorkerThatIsKilledIsNamedAndAnotherTakesItsPlace() throws Exception {
        try (Workers workers = new Workers()) {
            Process victim = workers.startProcess(folder, broker.address(), "killed");
            LiveRun run =
                    LiveRun.start(bench("killed", 2, "--rate", "500", "--trial", "4s", "--rounds", "2", "--json"));
            workers.start(1, broker.address(), "killed");
            run.awaitProgress("round 1, ");
            workers.start(1, broker.address(), "killed");
            Workers.signal(victim, "-KILL");
            Invocation ended = run.end();

            assertThat(ended.code()).as(ended.err() + ended.out()).isEqualTo(ExitCode.DONE);
            assertThat(ended.err()).contains("-" + victim.pid() + "-", "repeating the trial");
            JsonNode result = ResultSchema.parse(ended.out());
            assertThat(result.at("/arms/0/valid").asBoolean()).isTrue();
            assertThat(result.at("/arms/0/rounds").asInt()).isEqualTo(2);
            assertThat(result.at("/cluster/workers/incidents").toString())
                    .contains(
                            "-" + victim.pid() + "-", "the trial was repeated", "took over the share of a lost worker");
        }
        assertThat(broker.topics()).allSatisfy(topic -> assertThat(topic).doesNotContain("squeeze-workers-killed-"));
    }

    @Test
    void aWorkerThatStoodStillIsNamedAndTheTrialIsRepeated() throws Exception {
        try (Workers workers = new Workers()) {
            Process paused = workers.startProcess(folder, broker.address(), "paused");
            LiveRun run = LiveRun.start(bench("paused", 1, "--rate", "500", "--trial", "5s", "--rounds", "1", "--json"))
                    .awaitProgress("round 1, ");
            Thread.sleep(2_000);
            Workers.signal(paused, "-STOP");
            Thread.sleep(2_000);
            Workers.signal(paused, "-CONT");
            Invocation ended = run.end();

            assertThat(ended.code()).as(ended.err() + ended.out()).isEqualTo(ExitCode.DONE);
            JsonNode result = ResultSchema.parse(ended.out());
            assertThat(result.at("/cluster/workers/incidents/0").asText())
                    .contains("-" + paused.pid() + "-", "was paused for", "the trial was repeated");
            assertThat(result.path("notes").toString()).contains("was paused for");
        }
    }

    @Test
    void whenAllWorkersAreGoneTheRunEndsAndSaysWhy() throws Exception {
        try (Workers workers = new Workers()) {
            Process only = workers.startProcess(folder, broker.address(), "gone");
            List<String> words = bench("gone", 1, "--rate", "500", "--trial", "20s", "--rounds", "1");
            words.set(words.indexOf("30s"), "5s");
            LiveRun run = LiveRun.start(words).awaitProgress("round 1, ");
            Workers.signal(only, "-KILL");
            Invocation ended = run.end();

            assertThat(ended.code()).as(ended.err() + ended.out()).isEqualTo(ExitCode.FAILED);
            assertThat(ended.err())
                    .contains(
                            "-" + only.pid() + "-",
                            "and the trial cannot be repeated: no worker joined group gone within 5 s");
        }
        assertThat(broker.topics()).allSatisfy(topic -> assertThat(topic).doesNotContain("squeeze-workers-gone-"));
    }

    @Test
    void ctrlCWhileNoWorkerIsLeftEndsTheRunAndLeavesNoTopic() throws Exception {
        LiveRun run;
        try (Workers workers = new Workers()) {
            workers.start(1, broker.address(), "left");
            run = LiveRun.start(bench("left", 1, "--rate", "500", "--trial", "4s", "--rounds", "2"))
                    .awaitProgress("round 1, ");
            assertThat(workers.end())
                    .allSatisfy(
                            worker -> assertThat(worker.code()).as(worker.err()).isEqualTo(ExitCode.DONE));
        }
        run.awaitProgress("repeating the trial").awaitProgress("0 of 1 ...").interrupt();
        Invocation ended = run.end();

        assertThat(ended.code()).as(ended.err() + ended.out()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(broker.topics())
                .allSatisfy(topic -> assertThat(topic).doesNotContain("squeeze-workers-left-", "squeeze-bench-"));
    }

    @Test
    void aSecondRunInAGroupIsRefusedAndCtrlCLeavesNoTopic() throws Exception {
        try (Workers workers = new Workers()) {
            workers.start(1, broker.address(), "busy");
            LiveRun first = LiveRun.start(bench("busy", 1, "--rounds", "40")).awaitProgress("round 2, ");
            LiveRun.start(bench("busy", 1))
                    .end()
                    .expectRefusal(ExitCode.FAILED, "group busy is already used by run", "--worker-group");
            first.interrupt();
            Invocation ended = first.end();

            assertThat(ended.code()).as(ended.err()).isEqualTo(ExitCode.INTERRUPTED);
            assertThat(ended.out()).contains("The run was interrupted", "Throughput");
            assertThat(broker.topics()).allSatisfy(topic -> assertThat(topic).doesNotContain("squeeze-workers-busy-"));
        }
    }

    @Test
    void aControlClusterOfItsOwnCarriesTheWorkAndAWorkerOfAnotherClusterIsRefused() throws Exception {
        BrokerForTests control = BrokerForTests.shared();
        String[] flags = {"--rate", "500", "--control", control.address()};
        try (Workers workers = new Workers()) {
            workers.start(1, control.address(), "apart", "--under-test", broker.address());
            Invocation ended = LiveRun.start(bench("apart", 1, flags)).end();

            assertThat(ended.code()).as(ended.err() + ended.out()).isEqualTo(ExitCode.DONE);
            assertThat(ended.out())
                    .contains(
                            "sent and read back by 1 worker of group apart, coordinated through " + control.address());
            assertThat(broker.topics()).allSatisfy(topic -> assertThat(topic).doesNotContain("apart"));
        }
        try (Workers workers = new Workers()) {
            workers.start(1, control.address(), "elsewhere");
            Invocation ended = LiveRun.start(bench("elsewhere", 1, flags)).end();

            assertThat(ended.code()).as(ended.err() + ended.out()).isEqualTo(ExitCode.FAILED);
            assertThat(ended.out() + ended.err()).contains("has the id", "--under-test");
        }
        assertThat(control.topics()).allSatisfy(topic -> assertThat(topic).doesNotContain("squeeze-workers-apart-"));
    }

    /**
     * If they start almost at the same time, neither knows of the other before it lists the leftovers of a killed run.
     */
    @Test
    void ofTwoRunsThatBeginTogetherOneHasTheGroupAndWithoutAWorkerTheWayToStartOneIsShown() throws Exception {
        List<String> words = bench("nobody", 1);
        words.set(words.indexOf("30s"), "5s");
        LiveRun first = LiveRun.start(words);
        TimeUnit.MILLISECONDS.sleep(600);
        LiveRun second = LiveRun.start(words);
        List<Invocation> ended = List.of(first.end(), second.end());

        assertThat(ended).allSatisfy(run -> assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.FAILED));
        assertThat(ended).map(Invocation::err).satisfiesOnlyOnce(err -> assertThat(err)
                .contains("group nobody is already used by run"));
        assertThat(ended).map(Invocation::err).satisfiesOnlyOnce(err -> assertThat(err)
                .contains(
                        "no worker joined group nobody within 5 s",
                        "squeeze worker --bootstrap-server",
                        "--group nobody"));
        assertThat(ended).map(Invocation::err).allSatisfy(err -> assertThat(err).doesNotContain("deleting "));
        assertThat(broker.topics()).allSatisfy(topic -> assertThat(topic).doesNotContain("squeeze-workers-nobody-"));
    }
}
