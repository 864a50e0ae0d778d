package dev.squeeze.feature.explain;

import dev.squeeze.engine.predict.PriceList;
import dev.squeeze.engine.predict.Prices;
import dev.squeeze.engine.workload.TopicWorkload;
import dev.squeeze.feature.advise.AdviceMeasurement;
import dev.squeeze.feature.advise.CurrentSettings;
import dev.squeeze.feature.advise.WorkloadArguments;
import dev.squeeze.kit.cli.BrokerCostArguments;
import dev.squeeze.kit.cli.ConnectionArguments;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cli.GivenFlags;
import dev.squeeze.kit.cli.PriceArguments;
import dev.squeeze.kit.cli.ProgressLine;
import dev.squeeze.kit.cli.ResultCommand;
import dev.squeeze.kit.cli.RunStart;
import dev.squeeze.kit.cli.SourceArguments;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.document.SampledResult;
import dev.squeeze.kit.source.RecordSource;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.unit.Range;
import dev.squeeze.kit.unit.UsageException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "explain",
        header = "What each field of your records costs in stored bytes and money, and which changes would save some.",
        description = {
            "",
            "Forms batches as your producers do, removes each field of the records in turn, and compresses the batches again. Values are"
                    + " JSON, CSV, lines of text, Avro or Protobuf with their schema, or otherwise bytes by position. Changes that"
                    + " may save bytes are tried on the batches before they are suggested. Field names are shown, including"
                    + " JSON map keys that are data; contents are not, unless --show-examples is given."
        },
        footer = {
            "",
            "Examples:",
            "  squeeze explain sample:json-events",
            "  squeeze explain events.jsonl --rate 20MiB/s --current compression.type=lz4,linger.ms=20",
            "  squeeze explain topic:orders --bootstrap-server kafka1:9092 --schema-registry http://registry:8081",
            "  squeeze explain events.jsonl --formats --rate 20MiB/s",
            "  squeeze explain events.jsonl --ladder --rate 20MiB/s",
            "  squeeze explain trips.csv --details --output fields.csv --output fields.html"
        })
public final class ExplainCommand extends ResultCommand<SampledResult> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    CommandSpec spec;

    /** The size of a compressed batch is interpolated between these. */
    private static final List<Integer> BATCH_BYTES = List.of(1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20);

    @Mixin
    SourceArguments source = new SourceArguments();

    @Mixin
    SchemaArguments schemas = new SchemaArguments();

    @Mixin
    WorkloadArguments workload = new WorkloadArguments();

    @Mixin
    ConnectionArguments connection = new ConnectionArguments();

    @Option(
            names = "--current",
            paramLabel = "KEY=VALUE,...",
            description =
                    "Producer settings whose batches are measured. Default: the codec of segment:PATH or topic:NAME; otherwise"
                            + " compression.type=zstd, and the defaults of --client for missing keys.")
    @Nullable
    CurrentSettings current;

    @Mixin
    PriceArguments prices = new PriceArguments();

    @Mixin
    BrokerCostArguments brokerCost = new BrokerCostArguments();

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            defaultValue = "10s",
            description =
                    "Time for compressing batches without fields and with changes; reading and forming batches take additional time. More"
                            + " time narrows the intervals"
                            + " (default: ${DEFAULT-VALUE}).")
    Duration budget = Duration.ofSeconds(10);

    @Option(
            names = "--show-examples",
            description = "Show the most frequent values of each field. They are contents of your records.")
    boolean showExamples;

    @Option(
            names = "--ladder",
            description =
                    "Also predict, as squeeze advise does, what other codecs, linger.ms and batch.size save with and without the"
                            + " changes that save bytes without losing information. Takes more time, in addition to"
                            + " --budget.")
    boolean ladder;

    @Option(
            names = "--formats",
            description =
                    "Also write the records as JSON, Avro, Protobuf, CBOR and MessagePack, and compare bytes, CPU time and money"
                            + " with several codecs, in today's batches and in larger ones. Takes more time, in addition to --budget.")
    boolean formats;

    @Option(names = "--details", description = "Print everything: all fields, objects as a whole, workload and prices.")
    boolean details;

    public ExplainCommand(Terminal terminal, List<String> commandLine) {
        super(terminal, commandLine);
    }

    @Override
    protected Function<ProgressLine, SampledResult> prepare(RunStart start) {
        GivenFlags.of(spec).check(ExplainFlagRules.ALL);
        connection.checkForReading(source.sources);
        Range.requireAboveZero("--budget", budget);
        workload.given();
        Optional.ofNullable(current)
                .flatMap(CurrentSettings::codec)
                .flatMap(workload.client::refusal)
                .ifPresent(refusal -> {
                    throw new UsageException("--current is impossible: " + refusal);
                });
        Prices priceList = PriceList.asked(prices, brokerCost);
        Optional<ValueSchema> schema = schemas.given();
        return progress -> explain(start, priceList, schema, progress);
    }

    private SampledResult explain(
            RunStart start, Prices priceList, Optional<ValueSchema> schema, ProgressLine progress) {
        if (showExamples) {
            progress.say("--show-examples: the result contains record contents; protect it accordingly ...");
        }
        RecordSource records =
                source.open(workload.recordsPerSecondToRead(), connection, ConnectionArguments.TIMEOUT, terminal);
        Sample sample =
                AdviceMeasurement.requireEnough(records.notation(), source.draw(records, BATCH_BYTES, false, progress));
        TopicWorkload learned = workload.learn(sample, source.topic(), connection.cluster(), start.at());
        return new ExplainRun(
                        new ExplainQuestion(
                                start,
                                records.notation(),
                                sample,
                                ExplainedSettings.of(
                                        Optional.ofNullable(current),
                                        sample.read().stored(),
                                        learned.workload()),
                                learned,
                                priceList,
                                schema,
                                budget,
                                showExamples,
                                ladder,
                                formats,
                                source.seed),
                        terminal,
                        progress)
                .run();
    }

    @Override
    protected boolean printsDetails() {
        return details;
    }

    @Override
    protected int end(SampledResult result) {
        boolean whole = result instanceof ExplainResult explained && !explained.interrupted();
        return whole ? ExitCode.DONE : ExitCode.INTERRUPTED;
    }
}
