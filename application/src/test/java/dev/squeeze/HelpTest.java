package dev.squeeze;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.cli.HelpGroup;
import dev.squeeze.kit.cli.HelpText;
import dev.squeeze.kit.source.SampleCatalogue;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class HelpTest {
    /** Only used to list commands and to render help at given widths. */
    private static final CommandLine PROGRAM = Squeeze.commandLine(List.of("squeeze"), Invocation.silentTerminal());

    private static final List<String> READING =
            List.of("--format", "--key-field", "--timestamp-field", "--sample", "--seed");
    private static final List<String> CONNECTING =
            List.of("--bootstrap-server", "--command-config", "--command-property", "--max-rate");
    private static final List<String> WRITING =
            List.of("--output", "--report", "--live", "--json", "--verbose", "--help");

    static Stream<Arguments> commands() {
        return Stream.of(
                Arguments.of(
                        "measure",
                        join(
                                READING,
                                CONNECTING,
                                WRITING,
                                List.of("--codecs", "--batch-bytes", "--budget", "--exhaustive"))),
                Arguments.of(
                        "advise",
                        join(
                                READING,
                                CONNECTING,
                                WRITING,
                                List.of("--rate", "--partitions", "--producers", "--brokers", "--replication-factor"),
                                List.of("--consumer-groups", "--retention", "--zones", "--round-trip", "--current"),
                                List.of("--optimize", "--max-latency", "--max-producer-cores", "--prices", "--codecs"),
                                List.of("--local-retention", "--brokers-cost", "--brokers-limited-by"),
                                List.of("--budget"))),
                Arguments.of("run", List.of("--list", "--verbose", "--help")),
                Arguments.of("prices", List.of("--yaml", "--verbose", "--help")),
                Arguments.of(
                        "fill",
                        join(
                                READING,
                                CONNECTING,
                                List.of("--topic", "--codecs", "--num-records", "--duration", "--rate", "--batch-size"),
                                List.of("--linger", "--partitions", "--replication-factor", "--topic-config"),
                                List.of("--producer-property", "--timeout", "--verbose", "--help"))),
                Arguments.of(
                        "explain",
                        join(
                                READING,
                                CONNECTING,
                                WRITING,
                                List.of("--rate", "--current", "--client", "--prices", "--budget"),
                                List.of("--show-examples", "--details"))),
                Arguments.of("inspect", join(CONNECTING, WRITING, List.of("--seed", "--sample"))),
                Arguments.of(
                        "survey",
                        join(
                                CONNECTING,
                                WRITING,
                                List.of("--include", "--exclude", "--internal", "--sample", "--seed", "--parallel"),
                                List.of("--resume", "--sort", "--top", "--zones", "--consumer-groups", "--retention"),
                                List.of("--max-latency", "--round-trip", "--prices"))),
                Arguments.of(
                        "doctor",
                        join(
                                CONNECTING,
                                WRITING,
                                List.of("--seed", "--sample", "--list", "--include", "--exclude", "--fail-on", "--jmx"),
                                List.of("--producer-config", "--consumer-config", "--threshold", "--prices"),
                                List.of("--consumer-groups", "--zones", "--retention"))),
                Arguments.of("report", List.of("--output", "--verbose", "--help")),
                Arguments.of("sources", List.of("--verbose", "--help")),
                Arguments.of(
                        "cluster",
                        List.of("--brokers", "--data-dir", "--port", "--topic-config", "--broker-heap", "--timeout")),
                Arguments.of(
                        "gateway",
                        List.of("--listen", "--bootstrap-server", "--embedded", "--topic", "--ack", "--token-file")),
                Arguments.of("completion", List.of("--verbose", "--help")));
    }

    @SafeVarargs
    @SuppressWarnings("varargs")
    private static List<String> join(List<String>... parts) {
        return Stream.of(parts).flatMap(List::stream).toList();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void ofACommandShowsEveryFlagWithItsMeaningAndAnExample(String command, List<String> flags) {
        Invocation help = Invocation.of(command, "--help").expectDone();

        assertThat(help.out()).containsPattern("(?m)^Examples?:$").containsPattern("(?m)^  .*squeeze " + command);
        assertThat(flags).allSatisfy(flag -> assertThat(help.out())
                .containsPattern("(?m)^ +(-[hV], )?" + flag + "(\\[?=\\S+)?( +\\S.*)?$"));
        assertThat(help.out()).doesNotContain("${").doesNotContain("%n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h", "help"})
    void ofTheToolNamesEveryCommandAndHowToStart(String asked) {
        Invocation help = Invocation.of(asked).expectDone();

        assertThat(help.out())
                .contains(
                        "advise",
                        "measure",
                        "bench",
                        "run",
                        "doctor",
                        "report",
                        "sources",
                        "cluster",
                        "completion",
                        "squeeze advise sample:access-log");
    }

    @Test
    void theNameAloneShowsTheHelpOfTheTool() {
        assertThat(Invocation.of().expectDone().out())
                .isEqualTo(Invocation.of("--help").out());
    }

    /** A shared flag has the meaning that the help of each command describes. */
    @ParameterizedTest
    @MethodSource("namesOfCommands")
    void flagsSpeakOfTheirOwnCommand(String name) {
        CommandSpec command = PROGRAM.getSubcommands().get(name).getCommandSpec();
        // The names of other commands are also ordinary words.
        List<String> others = Stream.of("watch", "advise", "bench", "doctor", "recompress", "calibrate")
                .filter(other -> !other.equals(name))
                .toList();
        boolean readsSources = command.positionalParameters().stream()
                .anyMatch(parameter -> parameter.paramLabel().contains("SOURCE"));

        assertThat(command.options().stream().filter(option -> !option.hidden()))
                .allSatisfy(option -> {
                    String said =
                            String.join(" ", option.description()).replaceAll("'?squeeze [a-z]+( --[a-z]+)*'?", "");
                    assertThat(said.split("\\W+")).as(option.longestName()).doesNotContainAnyElementsOf(others);
                    if (!readsSources && !name.equals("inspect") && !name.equals("bench")) {
                        assertThat(said).as(option.longestName()).doesNotContain("segment:PATH");
                    }
                });
    }

    @Test
    void aFlagThatACommandRefusesIsNotInItsHelp() {
        assertThat(Invocation.of("copy", "--help").expectDone().out()).doesNotContain("--max-rate");
        assertThat(Invocation.of(
                                "copy",
                                "orders",
                                "--bootstrap-server",
                                "127.0.0.1:1",
                                "--codecs",
                                "lz4",
                                "--max-rate",
                                "1MiB/s")
                        .err())
                .contains("use --rate to limit the rate of a copy: leave --max-rate out");
        assertThat(Invocation.of("watch", "--help").out())
                .containsPattern("Maximum bytes per second to" + " read[^-]*1MiB/s");
    }

    /** Commands in examples work for the reader, whatever name the program was started with. */
    @Test
    void commandsInHelpAndErrorsAreAsTheProgramWasStarted() {
        String before = System.setProperty("squeeze.program", "./squeeze");
        try {
            assertThat(Invocation.of("--help").out())
                    .contains("\n  ./squeeze advise sample:access-log\n", "\n  ./squeeze COMMAND --help\n");
            // The command built into picocli has no examples.
            assertThat(namesOfCommands()
                            .filter(command -> !command.equals("help"))
                            .map(command -> Invocation.of(command, "--help")
                                    .expectDone()
                                    .out()))
                    .allSatisfy(help -> assertThat(help)
                            .containsPattern("(?m)^  .*\\./squeeze [a-z]")
                            .doesNotContainPattern("(?m)^  squeeze ")
                            .doesNotContain("'squeeze "));
            assertThat(Invocation.of("bench").err())
                    .contains("('./squeeze sources' lists", "(see './squeeze bench --help')");
        } finally {
            if (before == null) {
                System.clearProperty("squeeze.program");
            } else {
                System.setProperty("squeeze.program", before);
            }
        }
    }

    private static String helpAsWideAs(int columns, String command) {
        PROGRAM.setUsageHelpWidth(columns);
        return PROGRAM.getSubcommands().get(command).getUsageMessage(CommandLine.Help.Ansi.OFF);
    }

    private static Stream<String> namesOfCommands() {
        return PROGRAM.getSubcommands().keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("namesOfCommands")
    void helpIsAsWideAsTheTerminalAndBreaksNoWord(String command) {
        List<String> words = List.of(helpAsWideAs(140, command).strip().split("\\s+"));
        for (int columns : new int[] {60, 80, 100}) {
            String help = helpAsWideAs(columns, command);
            String beforeExamples = help.split("\nExample", 2)[0];

            assertThat(List.of(help.strip().split("\\s+"))).isEqualTo(words);
            // A single word may be longer: the name of a flag with its parameter.
            assertThat(beforeExamples.lines().filter(line -> line.strip().contains(" ")))
                    .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(columns));
        }
    }

    @Test
    void theWidthIsThatOfTheTerminalOrEighty() {
        assertThat(HelpText.width(Optional.empty())).isEqualTo(80);
        assertThat(HelpText.width(Optional.of(""))).isEqualTo(80);
        assertThat(HelpText.width(Optional.of("0"))).isEqualTo(80);
        assertThat(HelpText.width(Optional.of("wide"))).isEqualTo(80);
        assertThat(HelpText.width(Optional.of("100"))).isEqualTo(100);
        assertThat(HelpText.width(Optional.of("20"))).isEqualTo(60);
        assertThat(HelpText.width(Optional.of("4000"))).isEqualTo(140);
    }

    @ParameterizedTest
    @ValueSource(strings = {"advise", "bench", "survey", "doctor", "copy"})
    void manyFlagsAreShownInGroups(String command) {
        String help = Invocation.of(command, "--help").expectDone().out();
        List<String> titles =
                Stream.of(HelpGroup.values()).map(HelpGroup::title).toList();
        List<String> shown = help.lines()
                .filter(line -> line.endsWith(":") && titles.contains(line.substring(0, line.length() - 1)))
                .map(line -> line.substring(0, line.length() - 1))
                .toList();

        assertThat(shown)
                .hasSizeGreaterThanOrEqualTo(4)
                .contains(HelpGroup.CLUSTER.title(), HelpGroup.OUTPUT.title(), HelpGroup.ADVANCED.title())
                .isEqualTo(titles.stream().filter(shown::contains).toList());
        assertThat(help.lines().filter(line -> line.startsWith("Usage:") || line.startsWith("  [")))
                .hasSizeLessThan(3);
    }

    @Test
    void theVersionNamesTheToolAndItsKafka() {
        assertThat(Invocation.of("--version").expectDone().out())
                .matches("squeeze \\d+\\.\\d+\\.\\S+ \\(kafka-clients \\d+\\.\\d+\\.\\d+\\)\\R");
    }

    @Test
    void sourcesStateOriginLicenceAndExtentOfEverySample() {
        String printed = Invocation.of("sources").expectDone().out();
        List<String> blocks = List.of(printed.split("\\R\\R"));

        assertThat(SampleCatalogue.entries()).hasSizeGreaterThan(3);
        assertThat(blocks).hasSize(1 + SampleCatalogue.entries().size());
        SampleCatalogue.entries().forEach(entry -> assertThat(blocks).anySatisfy(block -> assertThat(block)
                .startsWith("sample:" + entry.name() + " ")
                .contains(" records, ")
                .contains("origin: " + entry.artifact())
                .containsPattern("licence: \\S+")));
        assertThat(blocks.get(0)).contains("standard input", "file:PATH", "segment:PATH", "topic:NAME");
    }

    @Test
    void completionPrintsAScriptThatKnowsCommandsAndFlags() {
        String script = Invocation.of("completion").expectDone().out();

        assertThat(script)
                .startsWith("# Completion of squeeze for bash")
                .contains("complete -F")
                .contains("advise", "measure", "bench", "sources", "cluster", "completion", "help")
                .contains("--max-latency", "--batch-bytes");
    }
}
