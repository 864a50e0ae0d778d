package dev.squeeze.feature.measure;

import dev.squeeze.engine.drivers.CodecDriver;
import dev.squeeze.engine.drivers.DriverPrograms;
import dev.squeeze.engine.measure.ClientGrid;
import dev.squeeze.engine.measure.MeasurementPlan;
import dev.squeeze.engine.predict.ClientCodecGrid;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.kit.cli.CodecNames;
import dev.squeeze.kit.cli.ConnectionArguments;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cli.ProgressLine;
import dev.squeeze.kit.cli.ResultCommand;
import dev.squeeze.kit.cli.RunStart;
import dev.squeeze.kit.cli.SourceArguments;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.format.CodecGrid;
import dev.squeeze.kit.source.ReadOptions;
import dev.squeeze.kit.source.RecordSource;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.Range;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "measure",
        header = "Measure how every codec and level performs on your records, at every batch size.",
        description = {
            "",
            "Rebuilds record batches from real records with Kafka's own code and measures ratio, CPU time in both directions and"
                    + " allocation, each with its 95 %% interval. Every batch is read back and compared."
        },
        footer = {
            "",
            "Examples:",
            "  squeeze measure sample:access-log",
            "  squeeze measure events.jsonl.gz --key-field /user/id --output events.csv",
            "  squeeze measure logs/ --codecs zstd:1-6,lz4,gzip:1 --batch-bytes 16KiB,64KiB --budget 20s",
            "  squeeze measure events.jsonl.gz --client franz-go,sarama --batch-bytes 16KiB,256KiB",
            "  squeeze measure topic:orders --bootstrap-server kafka1:9092",
            "  kafka-console-consumer.sh ... | squeeze measure -"
        })
public final class MeasureCommand extends ResultCommand<MeasureResult> {
    @Mixin
    SourceArguments source = new SourceArguments();

    @Mixin
    ConnectionArguments connection = new ConnectionArguments();

    @Option(
            names = "--codecs",
            paramLabel = "LIST",
            completionCandidates = CodecNames.class,
            description = "Settings to measure, such as zstd:1-6,lz4,gzip:1. Default: all that differ.")
    @Nullable
    CodecGrid codecs;

    @Option(
            names = "--batch-bytes",
            split = ",",
            paramLabel = "BYTES",
            defaultValue = "1KiB,4KiB,16KiB,64KiB,256KiB,1MiB",
            description = "Uncompressed bytes of records in a batch (default: ${DEFAULT-VALUE}).")
    List<ByteCount> batchBytes = List.of();

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            defaultValue = "60s",
            description = "Time for measuring, without reading the SOURCE (default: ${DEFAULT-VALUE}).")
    Duration budget = Duration.ofSeconds(60);

    @Option(
            names = "--client",
            split = ",",
            paramLabel = "LIST",
            completionCandidates = OtherClients.class,
            description = "Also measure the codecs of these client libraries, called as the libraries call them:"
                    + " librdkafka, franz-go, sarama. Java's codecs are always measured. Needs Go.")
    List<String> clients = List.of();

    @Option(
            names = "--exhaustive",
            description = "Measure every setting on every sampled batch, however long it takes.")
    boolean exhaustive;

    public MeasureCommand(Terminal terminal, List<String> commandLine) {
        super(terminal, commandLine);
    }

    @Override
    protected Function<ProgressLine, MeasureResult> prepare(RunStart start) {
        connection.checkForReading(source.sources);
        Range.requireAboveZero("--budget", budget);
        List<Integer> sizes = BatchSizes.of(batchBytes);
        List<ClientProfile> profiles = OtherClients.parse(clients);
        profiles.forEach(client -> ClientCodecGrid.of(client, Optional.ofNullable(codecs)));
        MeasurementPlan plan = MeasurementPlan.standard(
                codecs != null ? codecs : profiles.isEmpty() ? CodecGrid.all() : OtherClients.comparable(),
                budget,
                exhaustive,
                start.environment().cores(),
                source.seed);
        return progress -> {
            DriverPrograms programs = new DriverPrograms(progress::say, terminal.stop()::isRequested);
            List<ClientGrid> grids = profiles.stream()
                    .map(client -> CodecDriver.grid(programs, client, Optional.ofNullable(codecs)))
                    .toList();
            RecordSource records = source.open(
                    ReadOptions.DEFAULT_ASSUMED_RECORDS_PER_SECOND, connection, ConnectionArguments.TIMEOUT, terminal);
            Sample sample = source.draw(records, sizes, exhaustive, progress);
            return new MeasureRun(start, records.notation(), sample, plan, grids, budget, exhaustive)
                    .run(terminal, progress);
        };
    }

    @Override
    protected int end(MeasureResult result) {
        return result.sweep().interrupted() ? ExitCode.INTERRUPTED : ExitCode.DONE;
    }
}
