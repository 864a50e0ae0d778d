package dev.squeeze.feature.published;

import static dev.squeeze.feature.published.ExperimentMistakes.mistake;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.Invocation;
import dev.squeeze.Records;
import dev.squeeze.Squeeze;
import dev.squeeze.engine.experiment.Arm;
import dev.squeeze.engine.load.ConsumerSettings;
import dev.squeeze.feature.bench.BenchCommand;
import dev.squeeze.kit.cli.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** An experiment in a file behaves like the same flags, and mistakes in it are reported with their line. */
class RunCommandTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    static Stream<Arguments> sameExperiments() {
        return Stream.of(
                same("source: sample:access-log", "sample:access-log"),
                same(
                        """
                        source: [a.jsonl, b.jsonl]
                        codecs: [lz4, zstd:1-3]
                        batch-size: [16KiB, 65536]
                        linger: 20
                        acks: [1, all]
                        idempotence: [false]
                        rate: [max, 20MiB/s]
                        """,
                        "a.jsonl b.jsonl --codecs lz4,zstd:1-3 --batch-size 16KiB,64KiB --linger 20 --acks 1,all"
                                + " --idempotence false --rate max,20MiB/s"),
                same(
                        """
                        # Comments and quotes are as in any YAML.
                        source: "sample:access-log"
                        one-at-a-time: true
                        find-max: false
                        codecs: none,gzip
                        vary:
                          buffer.memory: [8388608, 33554432]
                          topic.compression.type: producer,zstd
                        producer-property: {max.in.flight.requests.per.connection: 1}
                        topic-config:
                          cleanup.policy: [compact, delete]
                          retention.ms: 3600000
                        """,
                        "sample:access-log --one-at-a-time --codecs none,gzip --vary buffer.memory=8388608,33554432"
                                + " --vary topic.compression.type=producer,zstd"
                                + " --producer-property max.in.flight.requests.per.connection=1"
                                + " --topic-config cleanup.policy=compact,delete --topic-config retention.ms=3600000"),
                same("""
                        record-size: 1KiB
                        consume: never
                        topics: 2
                        threads: [1, 4]
                        """, "--record-size 1KiB --consume never --topics 2 --threads 1,4"));
    }

    private static Arguments same(String yaml, String flags) {
        return Arguments.of(yaml, List.of(flags.split(" ", -1)));
    }

    @ParameterizedTest
    @MethodSource("sameExperiments")
    void aFileMakesTheArmsThatItsFlagsMake(String yaml, List<String> flags) {
        BenchCommand fromFile = parsed(write(yaml), List.of());
        BenchCommand fromFlags = parsed(flags);

        assertThat(described(fromFile)).isEqualTo(described(fromFlags));
        assertThat(fromFile.source.sources).isEqualTo(fromFlags.source.sources);
        assertThat(fromFile.factors.base()).isEqualTo(fromFlags.factors.base());
        assertThat(fromFile.trials.findMax).isEqualTo(fromFlags.trials.findMax);
    }

    @Test
    void everyFlagOfBenchIsAKey() {
        String path = write("zzzzzzzz: 1\n");

        String[] keys = bench(squeeze()).getCommandSpec().options().stream()
                .filter(option -> !option.usageHelp())
                .map(OptionSpec::longestName)
                .map(name -> " " + name.substring(2))
                .toArray(String[]::new);

        assertThat(keys).contains(" topic-config", " codecs", " find-max");
        Invocation.of("run", path)
                .expectRefusal(ExitCode.USAGE, keys)
                .expectRefusal(ExitCode.USAGE, " source,", " name,", " description,");
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "yes", "on", "True"})
    void everyWordThatYamlHasForTrueSetsAFlag(String truth) {
        assertThat(parsed(write("source: a.jsonl\ncodecs: lz4\nfind-max: " + truth + "\n"), List.of()).trials.findMax)
                .isTrue();
    }

    @Test
    void flagsAfterTheFileTakeThePlaceOfItsKeys() {
        String path = write("""
                source: [a.jsonl, b.jsonl]
                codecs: [lz4, zstd]
                batch-size: [1KiB, 2KiB]
                find-max: true
                rounds: 9
                topic-config: {retention.ms: 1}
                threshold: [p99<20ms, ratio>2]
                """);

        BenchCommand command = parsed(
                path,
                List.of(
                        "c.jsonl",
                        "--batch-size",
                        "4KiB",
                        "--find-max=false",
                        "--rounds=3",
                        "--topic-config",
                        "retention.ms=2",
                        "--threshold",
                        "p50<1ms"));

        assertThat(command.source.sources).containsExactly("c.jsonl");
        assertThat(command.arms(100))
                .extracting(arm -> arm.levels().get("batch.size"))
                .containsOnly("4096");
        assertThat(command.trials.findMax).isFalse();
        assertThat(command.trials.rounds).isEqualTo(3);
        assertThat(command.factors.topicConfigs).isEqualTo(Map.of("retention.ms", "2"));
        assertThat(command.thresholds).hasSize(1);
        assertThat(command.factors.codecs).isEqualTo("lz4,zstd");
    }

    @Test
    void aValueThatLooksLikeAFlagOrAnArgumentFileIsAValue() {
        BenchCommand command = parsed(write("source: [-x.jsonl, \"@y\"]\nkey-field: --id\n"), List.of("--rounds", "1"));

        assertThat(command.source.sources).containsExactly("-x.jsonl", "@y");
        assertThat(command.source.keyField).isEqualTo("--id");
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                mistake("source: a\ncodec: lz4\n", "line 2: unknown key 'codec'; did you mean 'codecs'?"),
                mistake("source: a\nbatch_size: 1\n", "line 2", "'batch_size'", "'batch-size'"),
                mistake("--rounds: 3\n", "line 1", "'--rounds'", "'rounds'"),
                mistake("help: true\n", "unknown key 'help'"),
                mistake("rounds: 1\n\nrounds: 2\n", "line 3: the key 'rounds' was already given in line 1"),
                mistake("vary:\n  a: 1\n  a: 2\n", "line 3: the key 'a' is given twice under 'vary'"),
                mistake("rounds: many\n", "line 1", "--rounds", "'many' is not a whole number"),
                mistake("source: a\nrate: fast\n", "line 2", "--rate", "not a rate: 'fast'"),
                mistake("source: a\nlinger: 0.5ms\n", "line 2: --linger must be a whole number"),
                mistake("source: a\ncodecs: [lz4, lz5]\n", "line 2: --codecs: unknown codec 'lz5'"),
                mistake("source: a\nacks: 2\n", "line 2: --acks must be 0, 1 or all"),
                mistake("source: a\nrounds: 0\n", "line 2: --rounds must be at least 1"),
                mistake("source: a\nnum-records: 0\n", "line 2: --num-records must be at least 1"),
                mistake("source: a\nrounds: [1, 2]\n", "line 2: rounds takes one value, not a list"),
                mistake("rounds: {a: b}\n", "line 1: rounds takes a value, not a map"),
                mistake("rounds:\n", "line 1: rounds has no value"),
                mistake("codecs: []\n", "line 1: codecs is an empty list"),
                mistake("find-max: 1\n", "line 1: find-max must be true or false"),
                mistake("find-max: \"true\"\n", "line 1: find-max must be true or false"),
                mistake("budget: 5 minutes\n", "line 1", "--budget", "not a duration: '5 minutes'"),
                mistake("threshold: p99<<1\n", "line 1", "--threshold", "not a threshold"),
                mistake("consume: sometimes\n", "line 1", "--consume", "sometimes"),
                mistake("topic-config: compact\n", "line 1: topic-config must be a map"),
                mistake("vary: [a=1]\n", "line 1: vary must be a map"),
                mistake("vary: {a: {b: c}}\n", "line 1: vary: a is nested too deeply"),
                mistake("codecs: [[lz4]]\n", "line 1: codecs is nested too deeply"),
                mistake("x: &here 1\ncodecs: *here\n", "line 2: codecs is a YAML alias (*here)"),
                mistake("name: [a, b]\n", "line 1: name must be a text"),
                mistake("source: a\n---\nsource: b\n", "line 3: a second YAML document"),
                mistake("- source\n", "is not an experiment", "source: sample:access-log"),
                mistake("", "is not an experiment"),
                mistake("codecs: [lz4\nsource: x\n", "line 2, is not YAML: a list that begins with [ is not closed"),
                mistake("topic-config: {a: 1\nlinger: 5\n", "is not YAML: a map that begins with { is not closed"),
                mistake("source: 'x\n", "is not YAML: a quote is not closed"),
                mistake("source: a: b\n", "line 1, is not YAML: a value contains a colon and a space"),
                mistake("source: a\ncodecs\nlinger: 5\n", "is not YAML: a line has no colon and space after its key"),
                mistake("\tcodecs: lz4\n", "line 1, is not YAML: YAML does not allow a tab here"));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void aMistakeIsOneLineWithTheFileTheLineAndTheKey(String yaml, List<String> said) {
        ExperimentMistakes.expectRefusal(write(yaml), said, "(see 'squeeze run --help')");
    }

    @Test
    void whatIsWrongWithFlagsAndSettingsIsToldAsByBench() {
        String path = write("source: sample:access-log\ncodecs: brotli\n");

        Invocation.of("run", path).expectRefusal(ExitCode.USAGE, "unknown codec 'brotli'");
        Invocation.of("run", path, "--bogus").expectRefusal(ExitCode.USAGE, "--bogus", "squeeze bench --help");
        Invocation.of("run", write("codecs: lz4\n")).expectRefusal(ExitCode.USAGE, "give a SOURCE");
        Invocation.of("run", write("source: a\n"), "--rounds", "0").expectRefusal(ExitCode.USAGE, "--rounds", "got 0");
    }

    @Test
    void aFileThatCannotBeAnExperimentIsNamed() throws Exception {
        Path large = folder.resolve("large.yaml");
        Files.writeString(large, "# ".repeat(1 << 20));

        Invocation.of("run").expectRefusal(ExitCode.USAGE, "FILE");
        Invocation.of("run", "no-such.yaml").expectRefusal(ExitCode.USAGE, "no file no-such.yaml");
        Invocation.of("run", folder.toString()).expectRefusal(ExitCode.USAGE, folder.toString(), "is a folder");
        Invocation.of("run", large.toString()).expectRefusal(ExitCode.USAGE, large.toString(), "larger than 1 MiB");
    }

    @Test
    void theExampleIsAnExperiment() {
        BenchCommand command =
                parsed(Path.of("..", "experiments", "codecs.yaml").toString(), List.of());

        assertThat(command.arms(100)).hasSize(8);
        assertThat(command.source.sources).containsExactly("sample:access-log");
    }

    @Test
    void theFormerNameOfConcurrentConsumersIsRead() {
        BenchCommand command = parsed(write("source: sample:access-log\nconsume: beside\n"), List.of());

        assertThat(command.arms(100))
                .allSatisfy(arm ->
                        assertThat(arm.settings().consumers().when()).isEqualTo(ConsumerSettings.When.CONCURRENT));
    }

    @Test
    void theExampleOfTheWholePathIsAnExperiment() {
        BenchCommand command = parsed(Path.of("..", "experiments", "http.yaml").toString(), List.of());

        assertThat(command.arms(100)).hasSize(4);
        assertThat(command.trials.findMax).isTrue();
    }

    @Tag("live")
    @Test
    @Timeout(240)
    void aRunLeavesTheDocumentOfBenchWithTheNameOfTheExperiment() throws Exception {
        Path report = folder.resolve("report.md");
        String path = write("""
                name: Two batch sizes
                description: |
                  Over
                  two lines.
                source: sample:access-log
                codecs: lz4
                batch-size: [16KiB, 64KiB]
                partitions: 2
                rate: 2000
                trial: 500ms
                budget: 500ms
                rounds: 40
                json: true
                output: %s
                """.formatted(report));

        Invocation run = Invocation.of("run", path, "--rounds", "1");
        JsonNode document = run.document();

        assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
        assertThat(document.at("/plan/name").asText()).isEqualTo("Two batch sizes");
        assertThat(document.at("/plan/description").asText()).isEqualTo("Over two lines.");
        assertThat(document.at("/plan/rounds").asInt()).isEqualTo(1);
        assertThat(document.at("/run/command/1").asText()).isEqualTo("run");
        assertThat(document.get("arms"))
                .extracting(arm -> arm.get("label").asText())
                .containsExactly("batch.size=16384", "batch.size=65536");
        assertThat(Files.readString(report)).startsWith("# squeeze bench\n\n- Two batch sizes\n- Over two lines.\n");
    }

    private String write(String yaml) {
        return Records.write(folder, "experiment.yaml", yaml);
    }

    private static List<String> described(BenchCommand command) {
        return command.arms(100).stream()
                .map((Arm arm) -> arm.label() + " " + arm.levels() + " " + arm.settings())
                .toList();
    }

    private static CommandLine squeeze() {
        return Squeeze.commandLine(List.of("squeeze"), Invocation.silentTerminal());
    }

    private static CommandLine bench(CommandLine squeeze) {
        return Objects.requireNonNull(squeeze.getSubcommands().get("bench"));
    }

    private static BenchCommand parsed(List<String> words) {
        CommandLine squeeze = squeeze();
        squeeze.parseArgs(Stream.concat(Stream.of("bench"), words.stream()).toArray(String[]::new));
        return bench(squeeze).getCommand();
    }

    private static BenchCommand parsed(String file, List<String> flags) {
        return new CommandKeys(squeeze(), CommandKeys.BENCH).command(ExperimentFile.read(Path.of(file)), flags);
    }
}
