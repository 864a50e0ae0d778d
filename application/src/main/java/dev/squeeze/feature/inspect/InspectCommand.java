package dev.squeeze.feature.inspect;

import dev.squeeze.engine.inspection.Inspected;
import dev.squeeze.kit.cli.ConnectionArguments;
import dev.squeeze.kit.cli.ProgressLine;
import dev.squeeze.kit.cli.ResultCommand;
import dev.squeeze.kit.cli.RunStart;
import dev.squeeze.kit.cli.SeedArguments;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.source.TopicAccess;
import dev.squeeze.kit.unit.ByteCount;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "inspect",
        header = "What a topic stores: codecs, ratio, batches, producers and rate, from its log.",
        description = {
            "",
            "For segments, it reads the headers of all batches, and decompresses a random sample of batches for what"
                    + " headers do not contain. Files are only read, which is safe while a broker appends to them.",
            "For topic:NAME, it fetches stored batches: the whole topic if it fits into --sample, otherwise stretches"
                    + " drawn at random from all partitions and all retained offsets; the result shows which. It"
                    + " joins no group, commits nothing and creates nothing; it needs READ and DESCRIBE on the topic."
        },
        footer = {
            "",
            "Examples:",
            "  squeeze inspect segment:/var/lib/kafka/data/orders-0",
            "  squeeze inspect segment:/var/lib/kafka/data --output topics.md",
            "  squeeze inspect topic:orders --bootstrap-server kafka1:9093 --command-config client.properties"
        })
public final class InspectCommand extends ResultCommand<InspectResult> {
    @Parameters(
            arity = "0..*",
            paramLabel = "SOURCE",
            description =
                    "segment:PATH for a segment, a partition's folder or a broker's data folder, any number of them;"
                            + " or topic:NAME with --bootstrap-server.")
    List<String> sources = List.of();

    @Option(
            names = "--sample",
            paramLabel = "BYTES",
            defaultValue = "16MiB",
            description = "Maximum stored bytes to fetch from topic:NAME (default: ${DEFAULT-VALUE}).")
    ByteCount sample = new ByteCount(16 * ByteCount.MIB);

    @Mixin
    SeedArguments seed = new SeedArguments();

    @Mixin
    ConnectionArguments connection = new ConnectionArguments();

    public InspectCommand(Terminal terminal, List<String> commandLine) {
        super(terminal, commandLine);
    }

    @Override
    protected Function<ProgressLine, InspectResult> prepare(RunStart start) {
        InspectSource inspected = InspectSource.parse(sources);
        connection.checkForReading(sources);
        return progress -> {
            Inspected found = inspected.read(this::access, seed.seed, progress);
            return new InspectResult(start.untilNow(), inspected.notation(), found.profile(), found.notices());
        };
    }

    private TopicAccess access() {
        ConnectionArguments.requireRoom(sample);
        return connection.topics(sample, seed.seed, ConnectionArguments.TIMEOUT).orElseThrow();
    }
}
