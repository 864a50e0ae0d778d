package dev.squeeze.feature.measure;

import dev.squeeze.engine.measure.MeasurementPlan;
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
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "measure",
        header = "How every codec and level performs on your records, at every batch size.",
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
            description = "Time for measuring, reading not counted (default: ${DEFAULT-VALUE}).")
    Duration budget = Duration.ofSeconds(60);

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
        MeasurementPlan plan = MeasurementPlan.standard(
                codecs == null ? CodecGrid.all() : codecs,
                budget,
                exhaustive,
                start.environment().cores(),
                source.seed);
        return progress -> {
            RecordSource records = source.open(
                    ReadOptions.DEFAULT_ASSUMED_RECORDS_PER_SECOND, connection, ConnectionArguments.TIMEOUT, terminal);
            Sample sample = source.draw(records, sizes, exhaustive, progress);
            return new MeasureRun(start, records.notation(), sample, plan, budget, exhaustive).run(terminal, progress);
        };
    }

    @Override
    protected int end(MeasureResult result) {
        return result.sweep().interrupted() ? ExitCode.INTERRUPTED : ExitCode.DONE;
    }
}
