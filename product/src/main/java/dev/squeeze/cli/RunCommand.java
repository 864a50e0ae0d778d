package dev.squeeze.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "run",
        header = "Run an experiment that is written down in a file: squeeze bench with its flags as YAML.",
        customSynopsis = "squeeze run FILE [FLAG...]",
        description = {
            "",
            "Each key of FILE is a long flag of 'squeeze bench' without its dashes, and 'source' is where the records come"
                    + " from. A flag that takes a list takes a YAML list too, one of KEY=VALUE a map, one without a value"
                    + " true or false. 'name' and 'description' are for readers of the report. An unknown key is an error.",
            "Paths in FILE are relative to the folder in which squeeze is started, not to that of FILE.",
            "Flags of 'squeeze bench' after FILE take the place of its keys; exit codes are those of 'squeeze bench'."
        },
        footer = {
            "",
            "Examples:",
            "  squeeze run experiments/codecs.yaml",
            "  squeeze run experiments/codecs.yaml --rounds 3 --output result.json",
            "",
            "A file:",
            "  source: events.jsonl",
            "  codecs: [lz4, zstd:1-3]",
            "  batch-size: [16KiB, 64KiB]",
            "  topic-config:",
            "    min.insync.replicas: 1",
            "  threshold: p99<50ms"
        })
final class RunCommand implements Callable<Integer> {
    private final Terminal terminal;
    private final List<String> commandLine;

    @Mixin
    CommonArguments common = new CommonArguments();

    @Parameters(index = "0", paramLabel = "FILE", description = "The experiment.")
    Path file = Path.of("");

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "FLAG",
            description = "Flags of 'squeeze bench' (see 'squeeze bench --help').")
    List<String> flags = List.of();

    RunCommand(Terminal terminal, List<String> commandLine) {
        this.terminal = terminal;
        this.commandLine = commandLine;
    }

    @Override
    public Integer call() {
        BenchKeys keys = new BenchKeys(Squeeze.commandLine(commandLine, terminal));
        ExperimentFile experiment = ExperimentFile.read(file);
        return keys.execute(experiment, withVerbose());
    }

    /** What stands before FILE holds for what is run. */
    private List<String> withVerbose() {
        List<String> all = new ArrayList<>(flags);
        if (common.verbose && !flags.contains("--verbose")) {
            all.add(0, "--verbose");
        }
        return all;
    }
}
