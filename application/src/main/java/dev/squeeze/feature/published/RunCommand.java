package dev.squeeze.feature.published;

import dev.squeeze.kit.cli.Application;
import dev.squeeze.kit.cli.CommonArguments;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cli.ProgramName;
import dev.squeeze.kit.cli.RunStart;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.unit.NearestName;
import dev.squeeze.kit.unit.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "run",
        header = "Run an experiment from a file: squeeze bench as YAML, or the stages of a published report.",
        customSynopsis = {"squeeze run FILE|NAME [FLAG...]", "squeeze run --list"},
        description = {
            "",
            "Each key of FILE is a long flag of 'squeeze bench' without its dashes; 'source' is the source of the"
                    + " records. Values can be a YAML list for flags that take a list, a map for flags of KEY=VALUE,"
                    + " and true or false for flags without a value. 'name' and 'description' are for readers of the"
                    + " report. An unknown key is an error.",
            "Paths in FILE are relative to the current folder, not to that of FILE.",
            "Flags of 'squeeze bench' after FILE override its keys; exit codes are those of 'squeeze bench'.",
            "",
            "A file with 'stages' is an experiment of several commands on one cluster, whose results are compared with"
                    + " published figures and findings (docs/experiments.md). It is followed by flags that apply to all"
                    + " stages: --scale X, --source SOURCE, --stages LIST, --bootstrap-server and its related flags,"
                    + " --output, --report and --json; 'squeeze run NAME --help' explains them. 'squeeze run --list'"
                    + " lists the included experiments."
        },
        footer = {
            "",
            "Examples:",
            "  squeeze run experiments/codecs.yaml",
            "  squeeze run experiments/codecs.yaml --rounds 3 --output result.json",
            "  squeeze run linkedin-2012 --report linkedin.html",
            "  squeeze run linkedin-2012 --scale 5 --bootstrap-server kafka1:9092",
            "",
            "A file:",
            "  source: events.jsonl",
            "  codecs: [lz4, zstd:1-3]",
            "  batch-size: [16KiB, 64KiB]",
            "  topic-config:",
            "    min.insync.replicas: 1",
            "  threshold: p99<50ms"
        })
public final class RunCommand implements Callable<Integer> {
    private final Terminal terminal;
    private final List<String> commandLine;
    private final Application application;
    private final Map<String, Supplier<Object>> others;

    @Mixin
    CommonArguments common = new CommonArguments();

    @Option(names = "--list", description = "List the included experiments.")
    boolean list;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "FILE",
            completionCandidates = ShippedExperiments.Names.class,
            description = "The experiment: a YAML file, or the name of an included one.")
    @Nullable
    String file;

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "FLAG",
            description = "Flags of 'squeeze bench' (see 'squeeze bench --help'), or of all stages.")
    List<String> flags = List.of();

    /** @param others experiments that are programs rather than files: their commands, by name */
    public RunCommand(
            Terminal terminal,
            List<String> commandLine,
            Application application,
            Map<String, Supplier<Object>> others) {
        this.others = new TreeMap<>(others);
        this.terminal = terminal;
        this.commandLine = commandLine;
        this.application = application;
    }

    @Override
    public Integer call() {
        if (list) {
            return list();
        }
        if (file == null) {
            throw new UsageException(
                    "give the FILE of an experiment, or the name of an included one ('squeeze run" + " --list')");
        }
        if (others.containsKey(file)) {
            return execute(Objects.requireNonNull(others.get(file)).get());
        }
        ExperimentFile experiment = experiment(file);
        if (!experiment.hasStages()) {
            CommandKeys keys = new CommandKeys(application.commandLine(commandLine, terminal), CommandKeys.BENCH);
            return keys.execute(experiment, withVerbose());
        }
        return execute(new StagedCommand(terminal, RunStart.now(commandLine), experiment, application));
    }

    private int execute(Object command) {
        CommandLine staged = new CommandLine(command);
        application.configure(staged, terminal);
        staged.setExpandAtFiles(false);
        return staged.execute(withVerbose().toArray(String[]::new));
    }

    private static ExperimentFile experiment(String named) {
        Path path = UsageException.parse(named, Path::of);
        if (Files.exists(path) || path.getNameCount() > 1 || named.endsWith(".yaml") || named.endsWith(".yml")) {
            return ExperimentFile.read(path);
        }
        return ShippedExperiments.find(named)
                .orElseThrow(() -> new UsageException("there is no file " + named
                        + ", and no included experiment with that name"
                        + NearestName.of(named, ShippedExperiments.NAMES)
                                .map(near -> "; did you mean " + near + "?")
                                .orElse(" ('squeeze run --list' lists them)")));
    }

    private int list() {
        for (String name : ShippedExperiments.NAMES) {
            ExperimentFile experiment = ShippedExperiments.read(name);
            terminal.out().println(name);
            CommandKeys.text(experiment, "name")
                    .ifPresent(title -> terminal.out().println("  " + title));
            if (experiment.hasStages()) {
                StagedFile staged = StagedFile.of(experiment);
                staged.info().publishedIn().map(RunCommand::report).ifPresent(terminal.out()::println);
                terminal.out()
                        .println("  " + staged.stages().size() + " stages: "
                                + String.join(
                                        ", ",
                                        staged.stages().stream()
                                                .map(Stage::name)
                                                .toList()));
            }
            terminal.out().println();
        }
        others.forEach((name, command) -> {
            terminal.out().println(name);
            terminal.out()
                    .println("  "
                            + String.join(
                                    " ",
                                    new CommandLine(command.get())
                                            .getCommandSpec()
                                            .usageMessage()
                                            .header()));
            terminal.out().println();
        });
        terminal.out()
                .println(ProgramName.inSentence(
                        "'squeeze run NAME' runs an experiment, 'squeeze run NAME --help' shows its flags."));
        terminal.out().flush();
        return ExitCode.DONE;
    }

    private static String report(ExperimentResult.PublishedIn report) {
        return "  published: " + report.title()
                + (report.year().isPresent() ? ", " + report.year().getAsInt() : "");
    }

    /** Passes {@code --verbose} before FILE on to the experiment. */
    private List<String> withVerbose() {
        List<String> all = new ArrayList<>(flags);
        if (common.verbose && !flags.contains("--verbose")) {
            all.add(0, "--verbose");
        }
        return all;
    }
}
