package dev.squeeze.feature.published;

import static dev.squeeze.feature.published.ExperimentMistakes.mistake;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.BrokerForTests;
import dev.squeeze.Invocation;
import dev.squeeze.LiveRun;
import dev.squeeze.Records;
import dev.squeeze.ResultSchema;
import dev.squeeze.Squeeze;
import dev.squeeze.kit.cli.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Experiments of several stages with published figures, on embedded brokers and on the user's cluster. */
@Tag("live")
class PublishedExperimentTest {
    private static final BrokerForTests BROKER = BrokerForTests.shared();

    private static final String STAGES = """
            name: A small one
            published-in: {title: A report, year: 2012, link: "https://example.org/"}
            source: sample:json-events
            stages:
              topic:
                command: fill
                title: A topic
                source: ${source}
                topic: ${run}-raw
                codecs: [none, zstd]
                partitions: 2
                num-records: 4000
              copies:
                command: copy
                topic: ${run}-raw
                codecs: [snappy, gzip]
                verify: true
              look:
                command: inspect
                source: topic:${run}-raw
            """;
    private static final String PUBLISHED = """
            published:
              snappy: {label: "ratio, snappy", value: 2.0, unit: x, stage: copies, arm: snappy, metric: ratio}
              gzip:
                label: ratio, gzip
                value: 2.8
                unit: x
                relative-to: snappy
                stage: copies
                arm: gzip
                metric: ratio
              gone: {value: 1, unit: s, bound: at-most, stage: gone, arm: none, metric: ratio}
            findings:
              ratio: {says: gzip compresses further., figure: gzip, because: it does.}
              gone: {says: Nothing is here., figure: gone}
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    @Timeout(200)
    void stagesBuildOnEachOtherAndAFailingOneDoesNotLoseTheOthers() throws Exception {
        Path json = folder.resolve("result.json");
        String path = write(STAGES + """
                  gone:
                    command: copy
                    title: A topic that nobody has made
                    topic: ${run}-missing
                    codecs: [none]
                  live:
                    command: bench
                    source: ${source}
                    codecs: [snappy]
                    partitions: 1
                    rate: 2000
                    trial: 500ms
                    budget: 1s
                    rounds: 1
                """.indent(0) + PUBLISHED);

        Invocation run = Invocation.of(
                "run", path, "--source", "sample:access-log", "--scale", "0.5", "--output", json.toString());
        JsonNode document = ResultSchema.parse(Files.readString(json));

        assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.FAILED);
        assertThat(ResultSchema.faults(document)).isEmpty();
        assertThat(document.get("stages"))
                .extracting(stage -> stage.get("outcome").asText())
                .as(run.err())
                .containsExactly("done", "done", "done", "failed", "done");
        // Two phases, each scaled to half of 4000 records.
        assertThat(document.at("/stages/2/document/profile/records").asInt()).isEqualTo(4_000);
        assertThat(document.at("/stages/2/document/profile/codecs"))
                .extracting(codec -> codec.get("codec").asText())
                .containsExactlyInAnyOrder("none", "zstd");
        assertThat(document.at("/stages/1/document/proofs")).hasSize(2);
        assertThat(document.at("/stages/3/problem").asText()).contains("missing");
        assertThat(document.at("/stages/4/document/cluster/brokerUsage").asText())
                .isEqualTo("process");
        assertThat(document.at("/stages/4/document/arms/0/metrics").has("broker-cpu"))
                .isTrue();
        assertThat(document.at("/source").asText()).isEqualTo("sample:access-log");
        assertThat(document.at("/published/1/publishedQuotient").asDouble()).isEqualTo(1.4);
        assertThat(document.at("/published/1/quotient/estimate").asDouble())
                .isEqualTo(document.at("/published/1/measured/estimate").asDouble()
                        / document.at("/published/0/measured/estimate").asDouble());
        assertThat(document.get("findings"))
                .extracting(finding -> finding.get("holding").asText())
                .containsExactly("holds", "inconclusive");
        assertThat(run.out().replaceAll("\\s+", " "))
                .contains("gzip compresses further. Still holds: ", "1.40 times published.", "(the author's words")
                .contains("the stage gone (failed) has no ratio of none")
                .contains("Stage 5 of 5, live: live");
        assertThat(run.err()).contains("stage 1 of 5, topic (squeeze fill), about ", " s left in all ...");
    }

    @Test
    @Timeout(120)
    void onTheUsersClusterTheTopicsOfARunAreDeletedAtItsEnd() throws Exception {
        String path = write(STAGES);
        Set<String> before = BROKER.topics();

        Invocation run =
                Invocation.of("run", path, "--bootstrap-server", BROKER.address(), "--scale", "0.05", "--json");
        JsonNode document = run.document();

        assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
        assertThat(document.at("/stages/2/document/profile/records").asInt()).isEqualTo(400);
        assertThat(document.at("/stages/1/document/destination/bootstrap").asText())
                .isEqualTo(BROKER.address());
        // Deleted topics may still be listed for a moment.
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!ofSqueezeSince(before).isEmpty() && System.nanoTime() < deadlineNanos) {
            TimeUnit.MILLISECONDS.sleep(50);
        }
        assertThat(ofSqueezeSince(before)).isEmpty();
    }

    private static Set<String> ofSqueezeSince(Set<String> before) throws Exception {
        Set<String> topics = BROKER.topics();
        topics.removeAll(before);
        topics.removeIf(topic -> !topic.startsWith("squeeze-"));
        return topics;
    }

    @Test
    @Timeout(90)
    void controlCKeepsTheStagesUntilThenAndSaysWhichWereNotRun() throws Exception {
        Path kept = folder.resolve("kept.json");
        String path = write("""
                stages:
                  short:
                    command: measure
                    source: sample:access-log
                    codecs: lz4
                    batch-bytes: [16KiB]
                    budget: 1s
                  long:
                    command: measure
                    source: sample:json-events
                    budget: 60s
                  never:
                    command: measure
                    source: sample:access-log
                """);

        LiveRun run = LiveRun.start(List.of("run", path, "--json", "--output", kept.toString()));
        run.awaitProgress("stage 2 of 3, long");
        JsonNode afterTheFirst = ResultSchema.parse(Files.readString(kept));
        run.interrupt();
        Invocation ended = run.end();

        assertThat(ended.code()).as(ended.err()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(ended.document().get("stages"))
                .extracting(stage -> stage.get("outcome").asText())
                .containsExactly("done", "interrupted", "not-run");
        assertThat(ended.document().get("interrupted").asBoolean()).isTrue();
        assertThat(ResultSchema.faults(afterTheFirst)).isEmpty();
        assertThat(afterTheFirst.get("stages"))
                .extracting(stage -> stage.get("outcome").asText())
                .containsExactly("done", "not-run", "not-run");
    }

    @Test
    void chosenStagesRunAlone() {
        String path = write(STAGES + """
                  offline:
                    command: measure
                    source: sample:access-log
                    codecs: lz4
                    batch-bytes: [16KiB]
                    budget: 1s
                """);

        Invocation run = Invocation.of("run", path, "--stages", "offline", "--json");

        assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
        assertThat(run.document().get("stages")).hasSize(1);
        assertThat(run.err()).doesNotContain("starting a broker");
        Invocation.of("run", path, "--stages", "offlin").expectRefusal(ExitCode.USAGE, "did you mean 'offline'?");
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                mistake("stages: {}\n", "line 1: stages must be a map of names"),
                mistake("stages: 3\n", "line 1: ", "not a stage: '3' (write TIME:RATE"),
                mistake("stages: 3\nfindings: {}\n", "line 1: stages must be a map of names"),
                mistake("stages:\n  a: 1\n", "line 2: stages: a must have keys of its own"),
                mistake(
                        "stages:\n  a: {command: sources}\n",
                        "line 2: a stage cannot run the command 'sources'",
                        "bench"),
                mistake("stages:\n  a:\n    source: x\n", "line 2: command is missing"),
                mistake(
                        "stages:\n  a:\n    command: bench\n    source: x\n    codec: lz4\n",
                        "line 5: unknown key 'codec'; did you mean 'codecs'?"),
                mistake(
                        "stages:\n  a:\n    command: bench\n    source: x\n    rounds: many\n",
                        "line 5",
                        "--rounds",
                        "'many'"),
                mistake(
                        "stages:\n  a:\n    command: bench\n    source: x\n    rounds: 0\n",
                        "line 2: stage a: ",
                        "got 0"),
                mistake(
                        "stages:\n  a:\n    command: bench\n    source: ${sauce}\n",
                        "line 4: unknown placeholder ${sauce}",
                        "${run}"),
                mistake(
                        "stages:\n  a:\n    command: bench\n    source: ${source}\n",
                        "line 4: ${source} is the experiment's source"),
                mistake(
                        "stages:\n  a:\n    command: bench\n    source: x\n    output: y.json\n",
                        "line 5: output applies to all stages"),
                mistake("stage:\n  a: b\nstages:\n  a: {command: measure, source: x}\n", "line 1", "'stages'"),
                figure("{value: 1, unit: x, stage: b, arm: lz4, metric: ratio}", "there is no stage 'b'"),
                figure("{value: 1, unit: x, stage: a, arm: lz4, metric: ration}", "did you mean 'ratio'?"),
                figure(
                        "{value: 1, unit: x, stage: a, arm: lz4, metric: ratio}",
                        "f: the stage a has no arm 'lz4'",
                        "'gzip:6'"),
                figure("{value: 1, unit: x, stage: a, metric: ratio}", "arm is missing"),
                figure("{value: 0, unit: x}", "value must be above 0, not 0"),
                figure("{value: one, unit: x}", "value must be a number, not 'one'"),
                figure("{value: 1}", "unit is missing"),
                figure("{value: 1, unit: x, relative-to: g}", "there is no published figure 'g'"),
                figure("{value: 1, unit: x, bound: below}", "bound must be at-most or at-least, got 'below'"),
                figure("{value: 1, unit: x, colour: red}", "unknown key 'colour'"),
                figure(
                        "{value: 1, unit: x}\nfindings:\n  z: {says: So it is., figure: g}",
                        "line 9: there is no published"),
                figure(
                        "{value: 1, unit: x}\nfindings:\n  z: {says: So it is., figure: f}",
                        "line 9: 'f' cannot support a finding by itself"),
                figure(
                        "{value: 1, unit: x, bound: at-most}\nfindings:\n  z: {says: So it is., figure: f, difference: large}",
                        "line 9: difference must be small, or left out",
                        "'large'"),
                figure(
                        "{value: 1, unit: x, bound: at-most}\nfindings:\n  z: {says: So it is., figure: f, difference: small}",
                        "line 9: 'f' was published as a bound"));
    }

    private static Arguments figure(String figure, String... said) {
        return mistake(
                "stages:\n  a:\n    command: bench\n    source: sample:access-log\n    codecs: [gzip, snappy]\n"
                        + "published:\n  f: " + figure + "\n",
                said);
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void aMistakeIsOneLineWithTheFileAndTheLineBeforeAnythingIsRun(String yaml, List<String> said) {
        ExperimentMistakes.expectRefusal(write(yaml), said, "line ");
    }

    @Test
    void whatIsWrongWithFlagsOfAllStagesIsTold() {
        String path = write(STAGES);

        Invocation.of("run", path, "--scale", "0").expectRefusal(ExitCode.USAGE, "--scale", "0.01");
        Invocation.of("run", path, "--rounds", "3").expectRefusal(ExitCode.USAGE, "--rounds", "squeeze run --help");
        Invocation.of("run", path, "--command-property", "a=b").expectRefusal(ExitCode.USAGE, "--bootstrap-server");
        Invocation.of("run", path, "--workers", "2").expectRefusal(ExitCode.USAGE, "--workers", "--bootstrap-server");
        Invocation.of("run", path, "--bootstrap-server", "x:1", "--control", "y:1")
                .expectRefusal(ExitCode.USAGE, "--control belongs to --workers");
        Invocation.of("run", path, "--output", "x.docx").expectRefusal(ExitCode.USAGE, "x.docx");
        Invocation.of("run", path, "--bootstrap-server", "127.0.0.1:1", "--timeout", "1s")
                .expectRefusal(ExitCode.FAILED, "127.0.0.1:1");
    }

    @Test
    void thoseThatComeAlongAreListedAndRunByNameFromAnywhere() throws Exception {
        Invocation list = Invocation.of("run", "--list").expectDone();

        try (Stream<Path> files = Files.list(Path.of("..", "experiments"))) {
            assertThat(files.map(file -> file.getFileName().toString().replace(".yaml", "")))
                    .containsExactlyInAnyOrderElementsOf(ShippedExperiments.NAMES);
        }
        assertThat(ShippedExperiments.NAMES)
                .allSatisfy(name -> assertThat(list.out().lines()).contains(name));
        assertThat(Invocation.of("run", "yao-2015", "--help").expectDone().out())
                .contains("--scale", "--source", "--stages", "--bootstrap-server");
        Invocation.of("run", "yao-2015", "--stages", "x").expectRefusal(ExitCode.USAGE, "batches, codecs, latency");
        Invocation.of("run", "yao-2051").expectRefusal(ExitCode.USAGE, "yao-2051", "did you mean yao-2015?");
    }

    static Stream<String> shipped() {
        return ShippedExperiments.NAMES.stream()
                .filter(name -> !Set.of("codecs", "http").contains(name));
    }

    @ParameterizedTest
    @MethodSource("shipped")
    void everyKeyArmAndMetricOfThoseThatComeAlongExistsAndTheyEndWithinTenMinutes(String name) {
        StagedFile file = StagedFile.of(ShippedExperiments.read(name));
        StageCommands commands = new StageCommands(
                file,
                new StageSettings("squeeze-check", file.source(), 1, List.of(), Map.of(), List.of()),
                Invocation.silentTerminal(),
                Squeeze.application());

        commands.check();

        assertThat(file.source().orElseThrow()).startsWith("sample:");
        assertThat(file.findings()).hasSizeGreaterThan(2);
        List<String> judged = new ArrayList<>();
        file.findings().forEach(finding -> judged.add(finding.figure()));
        assertThat(file.figures())
                .filteredOn(figure -> judged.contains(figure.id()))
                .allSatisfy(figure -> assertThat(figure.measured()).isPresent());
        assertThat(file.stages().stream()
                        .mapToLong(stage -> commands.expected(stage).toSeconds())
                        .sum())
                .isLessThan(600);
    }

    @Test
    void workersSendTheStagesOfBenchThatTheyCanSend() {
        StagedFile file = StagedFile.of(ShippedExperiments.read("human-2023"));
        StageCommands commands = new StageCommands(
                file,
                new StageSettings(
                        "squeeze-check",
                        file.source(),
                        1,
                        List.of("--bootstrap-server", "kafka1:9092"),
                        Map.of(),
                        List.of("--workers", "2")),
                Invocation.silentTerminal(),
                Squeeze.application());

        commands.check();

        for (Stage stage : file.stages()) {
            boolean sent =
                    stage.command().equals("bench") && !stage.keys().entries().containsKey("profile");
            assertThat(commands.words(stage, StageCommands.NO_ADDRESS).contains("--workers"))
                    .as(stage.name())
                    .isEqualTo(sent);
        }
    }

    @Test
    void theUsersClusterTakesTheBrokersOfAStageAwayAndNamesItselfInEveryCommand() {
        StagedFile file = StagedFile.of(ShippedExperiments.read("liveramp-2013"));
        StageCommands commands = new StageCommands(
                file,
                new StageSettings(
                        "squeeze-check",
                        Optional.of("a.jsonl"),
                        2,
                        List.of("--bootstrap-server", "kafka1:9092"),
                        Map.of("--timeout", "10s"),
                        List.of()),
                Invocation.silentTerminal(),
                Squeeze.application());

        for (Stage stage : file.stages()) {
            List<String> words = commands.words(stage, StageCommands.NO_ADDRESS);

            assertThat(words)
                    .contains("--json", "--bootstrap-server", "kafka1:9092", "--timeout", "10s")
                    .noneMatch(word -> word.startsWith("--brokers"));
            assertThat(commands.isOnSharedCluster(stage)).isTrue();
        }
        assertThat(commands.words(file.stages().get(0), StageCommands.NO_ADDRESS))
                .contains("--budget=110000ms", "a.jsonl");
    }

    private String write(String yaml) {
        return Records.write(folder, "experiment.yaml", yaml);
    }
}
