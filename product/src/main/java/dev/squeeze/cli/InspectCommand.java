package dev.squeeze.cli;

import dev.squeeze.environment.Environment;
import dev.squeeze.inspect.SegmentInspection;
import dev.squeeze.report.InspectResult;
import dev.squeeze.report.RunInfo;
import dev.squeeze.source.ReadOptions;
import dev.squeeze.source.SegmentSource;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "inspect",
        header = "What a topic is now: codecs, ratio, batches, producers and rate, from its segments.",
        description = {
            "",
            "Walks the headers of all batches, and unpacks a random sample of them for what headers do not tell. Files are"
                    + " opened for reading alone, also while a broker appends to them."
        },
        footer = {
            "",
            "Examples:",
            "  squeeze inspect segment:/var/lib/kafka/data/orders-0",
            "  squeeze inspect segment:/var/lib/kafka/data --output topics.md"
        })
final class InspectCommand implements Callable<Integer> {
    private static final String SCHEME = "segment:";

    private final Terminal terminal;
    private final List<String> commandLine;

    @Parameters(
            arity = "0..*",
            paramLabel = "SOURCE",
            description =
                    "segment:PATH for a segment, a partition's folder or a broker's data folder; several may be given.")
    List<String> sources = List.of();

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Seed of every random choice (default: ${DEFAULT-VALUE}).")
    long seed;

    @Mixin
    OutputArguments output = new OutputArguments();

    @Mixin
    CommonArguments common = new CommonArguments();

    InspectCommand(Terminal terminal, List<String> commandLine) {
        this.terminal = terminal;
        this.commandLine = commandLine;
    }

    @Override
    public Integer call() {
        long startNanos = System.nanoTime();
        Instant startedAt = Instant.now();
        output.check();
        requireSegments();
        Environment environment = Environment.current();
        List<String> paths = sources.stream()
                .map(source -> source.substring(SCHEME.length()))
                .toList();
        SegmentSource source = new SegmentSource(paths, ReadOptions.DEFAULT);
        ProgressLine progress = new ProgressLine(terminal);
        SegmentInspection.Inspected inspected;
        try {
            inspected = SegmentInspection.run(source.segments(), seed, progress);
        } finally {
            progress.clear();
        }
        RunInfo run = new RunInfo(commandLine, startedAt, (System.nanoTime() - startNanos) / 1e9, environment);
        output.write(new InspectResult(run, source.notation(), inspected.profile(), inspected.notices()), terminal);
        return ExitCode.DONE;
    }

    private void requireSegments() {
        if (sources.isEmpty()) {
            throw new IllegalArgumentException("give a SOURCE: segment:PATH");
        }
        for (String source : sources) {
            if (!source.toLowerCase(Locale.ROOT).startsWith(SCHEME)) {
                throw new IllegalArgumentException("inspect takes segment:PATH, not '" + source
                        + "': batches, codecs and producers are only in Kafka's own segments");
            }
        }
    }
}
