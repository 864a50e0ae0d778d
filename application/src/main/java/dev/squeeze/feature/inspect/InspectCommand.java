package dev.squeeze.feature.inspect;

import dev.squeeze.engine.inspection.Inspected;
import dev.squeeze.engine.inspection.SegmentInspection;
import dev.squeeze.engine.inspection.TopicInspection;
import dev.squeeze.kit.cli.CommonArguments;
import dev.squeeze.kit.cli.ConnectionArguments;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cli.OutputArguments;
import dev.squeeze.kit.cli.ProgressLine;
import dev.squeeze.kit.cli.RunStart;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.document.RunInfo;
import dev.squeeze.kit.source.Segments;
import dev.squeeze.kit.source.TopicAccess;
import dev.squeeze.kit.source.TopicBatches;
import dev.squeeze.kit.unit.ByteCount;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "inspect",
        header = "What a topic is now: codecs, ratio, batches, producers and rate, from its log.",
        description = {
            "",
            "Of segments it walks the headers of all batches, and unpacks a random sample of them for what headers do not"
                    + " tell. Files are opened for reading alone, also while a broker appends to them.",
            "Of topic:NAME it fetches batches as they lie: the whole topic where it fits into --sample, otherwise stretches"
                    + " drawn at random over all partitions and all that is retained, and says so. It joins no group, commits"
                    + " nothing and creates nothing; READ and DESCRIBE on the topic are permission enough."
        },
        footer = {
            "",
            "Examples:",
            "  squeeze inspect segment:/var/lib/kafka/data/orders-0",
            "  squeeze inspect segment:/var/lib/kafka/data --output topics.md",
            "  squeeze inspect topic:orders --bootstrap-server kafka1:9093 --command-config client.properties"
        })
public final class InspectCommand implements Callable<Integer> {
    private static final String SEGMENT = "segment:";

    private final Terminal terminal;
    private final List<String> commandLine;

    @Parameters(
            arity = "0..*",
            paramLabel = "SOURCE",
            description =
                    "segment:PATH for a segment, a partition's folder or a broker's data folder, of which several may be given;"
                            + " or topic:NAME with --bootstrap-server.")
    List<String> sources = List.of();

    @Option(
            names = "--sample",
            paramLabel = "BYTES",
            defaultValue = "16MiB",
            description = "Most bytes fetched of topic:NAME, compressed as they lie (default: ${DEFAULT-VALUE}).")
    ByteCount sample = new ByteCount(16 * ByteCount.MIB);

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Seed of every random choice (default: ${DEFAULT-VALUE}).")
    long seed;

    @Mixin
    ConnectionArguments connection = new ConnectionArguments();

    @Mixin
    OutputArguments output = new OutputArguments();

    @Mixin
    CommonArguments common = new CommonArguments();

    public InspectCommand(Terminal terminal, List<String> commandLine) {
        this.terminal = terminal;
        this.commandLine = commandLine;
    }

    @Override
    public Integer call() {
        RunStart start = RunStart.now(commandLine);
        output.check();
        requireLogs();
        connection.checkForReading(sources);
        output.open(start, terminal);
        ProgressLine progress = new ProgressLine(terminal);
        Inspected inspected;
        try {
            inspected = ConnectionArguments.isTopic(sources.get(0)) ? topic(progress) : segments(progress);
        } finally {
            progress.clear();
        }
        RunInfo run = start.untilNow();
        output.write(new InspectResult(run, notation(), inspected.profile(), inspected.notices()), terminal);
        return ExitCode.DONE;
    }

    private String notation() {
        return sources.size() == 1 ? sources.get(0) : "%s (+%d more)".formatted(sources.get(0), sources.size() - 1);
    }

    private Inspected topic(ProgressLine progress) {
        ConnectionArguments.requireRoom(sample);
        TopicAccess access =
                connection.topics(sample, seed, ConnectionArguments.PATIENCE).orElseThrow();
        String name = sources.get(0).substring(sources.get(0).indexOf(':') + 1);
        return TopicInspection.run(TopicBatches.fetch(name, access, progress), seed);
    }

    private Inspected segments(ProgressLine progress) {
        List<String> paths = sources.stream()
                .map(source -> source.substring(SEGMENT.length()))
                .toList();
        return SegmentInspection.run(Segments.find(paths), seed, progress);
    }

    private void requireLogs() {
        if (sources.isEmpty()) {
            throw new IllegalArgumentException("give a SOURCE: segment:PATH or topic:NAME");
        }
        for (String source : sources) {
            boolean topic = ConnectionArguments.isTopic(source);
            if (!topic && !source.toLowerCase(Locale.ROOT).startsWith(SEGMENT)) {
                throw new IllegalArgumentException("inspect takes segment:PATH or topic:NAME, not '" + source
                        + "': batches, codecs and producers are only in Kafka's own logs");
            }
            if (topic && sources.size() > 1) {
                throw new IllegalArgumentException("a topic stands alone: inspect " + source + " by itself");
            }
        }
    }
}
