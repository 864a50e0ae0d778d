package dev.squeeze.feature.explain;

import dev.squeeze.engine.encoding.ValueDocument;
import dev.squeeze.engine.measure.QuickSweep;
import dev.squeeze.engine.predict.CompressionCurve;
import dev.squeeze.engine.predict.CostModel;
import dev.squeeze.engine.predict.SentRecords;
import dev.squeeze.engine.workload.TopicWorkload;
import dev.squeeze.engine.workload.WorkloadOrigins;
import dev.squeeze.feature.calibrate.CalibrationFile;
import dev.squeeze.feature.calibrate.CpuCosts;
import dev.squeeze.feature.measure.SweepProgress;
import dev.squeeze.kit.cli.ProgressLine;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.document.SampledResult;
import dev.squeeze.kit.document.SourceInfo;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Forms batches as the producers do, measures the cost of each field in them, and tries what may save bytes. The
 * batches are from the predictor that all commands use.
 */
final class ExplainRun {
    private static final long BYTES_PER_CELL = 1 << 20;
    /** Share of the budget; the rest is for trying changes and keys. */
    private static final double FOR_FIELDS = 0.65;

    /**
     * Batches are closed by their compressed size; uncompressed, they are hardly ever more than this many times
     * {@code batch.size}.
     */
    private static final long MAX_RATIO = 16;

    private static final long BYTES_OF_INTERRUPTED = 4 << 20;

    private final ExplainQuestion question;
    private final Terminal terminal;
    private final ProgressLine progress;
    private final BooleanSupplier stop;

    ExplainRun(ExplainQuestion question, Terminal terminal, ProgressLine progress) {
        this.question = question;
        this.terminal = terminal;
        this.progress = progress;
        this.stop = () -> terminal.stop().isRequested();
    }

    /** An {@link UnmeasuredResult} if the user ends the run before batches were compressed. */
    SampledResult run() {
        Codec codec = question.settings().codec();
        SentRecords sent =
                SentRecords.of(question.sample(), question.learned().workload().partitions());
        ValueFormatGuess format = ValueFormatGuess.of(
                question.notation(),
                question.sample().read().format(),
                question.sample().read().columns(),
                sent.records(),
                schema());
        Optional<Map<Codec, CompressionCurve>> curves = curves(codec);
        if (curves.isEmpty()) {
            return unmeasured(format, sent);
        }
        CompressionCurve curve = Objects.requireNonNull(curves.get().get(codec));
        TopicWorkload.Traffic traffic = question.sample()
                .read()
                .stored()
                .map(stored -> question.learned()
                        .explaining(stored, sent, question.settings(), Optional.of(curve), question.seed()))
                .orElseGet(() -> new TopicWorkload.Traffic(question.learned(), sent));
        TopicWorkload workload = traffic.workload();
        CostModel costs = new CostModel(workload.workload(), question.prices());
        progress.progress("forming batches", 0);
        BatchForming forming =
                new BatchForming(traffic.sent(), costs, curves.get(), question.settings(), question.seed());
        MeasuredBatches batches = forming.formed();
        if (stop.getAsBoolean()) {
            return unmeasured(format, sent);
        }
        FieldMeasurement measurement = measurement(batches, format, BatchClosing.of(forming));
        return measurement
                .measure(
                        part(FOR_FIELDS),
                        question.examples(),
                        sizes -> money(costs, sizes),
                        stop,
                        done -> progress.progress("taking out fields", done))
                .<SampledResult>map(
                        measured -> explained(new Formed(workload, format, forming, batches, measurement), measured))
                .orElseGet(() -> unmeasured(format, sent));
    }

    /** The batches on which changes are tried. */
    private record Formed(
            TopicWorkload workload,
            ValueFormatGuess format,
            BatchForming forming,
            MeasuredBatches batches,
            FieldMeasurement measurement) {}

    private ExplainResult explained(Formed formed, FieldMeasurement.Costs measured) {
        ChangeTrials.Results changes = new ChangeTrials(
                        formed.forming, formed.format, formed.batches.once(), formed.measurement, measured)
                .run(part(1 - FOR_FIELDS), question.ladder(), stop, progress);
        return result(
                formed, measured, changes, ladders(formed, changes.tried()), formats(formed.forming, formed.format));
    }

    /** Empty if not requested, or if no changes save anything together. */
    private Optional<LadderComparison> ladders(Formed formed, Suggestions.Tried tried) {
        if (!question.ladder() || stop.getAsBoolean()) {
            return Optional.empty();
        }
        if (tried.together().isEmpty()) {
            progress.say(
                    "--ladder: no change saves bytes without losing information; run squeeze advise for settings ...");
        }
        return tried.together().flatMap(applied -> new LadderTrial(
                        formed.forming,
                        formed.workload,
                        CpuCosts.of(new CalibrationFile()),
                        new SweepProgress(terminal, progress))
                .run(applied, formed.format.parser(formed.measurement.names())));
    }

    private FieldMeasurement measurement(MeasuredBatches batches, ValueFormatGuess format, BatchClosing closing) {
        return new FieldMeasurement(batches, format, question.settings().codec(), closing, question.seed(), threads());
    }

    private int threads() {
        return question.start().environment().cores();
    }

    /** As many records, from all over, as are examined in no time. */
    private List<List<BatchRecord>> some(SentRecords sent) {
        CostModel costs = new CostModel(question.learned().workload(), question.prices());
        return List.of(new BatchForming(sent, costs, Map.of(), question.settings(), question.seed())
                .some(BYTES_OF_INTERRUPTED)
                .sent()
                .records());
    }

    /** Based on the records as read: formed batches may contain the first of them again. */
    private UnmeasuredResult unmeasured(ValueFormatGuess format, SentRecords sent) {
        FieldMeasurement measurement = measurement(MeasuredBatches.once(some(sent)), format, BatchClosing.NEVER);
        return new UnmeasuredResult(
                UnmeasuredResult.SCHEMA_VERSION,
                UnmeasuredResult.KIND.name(),
                question.start().untilNow(),
                SourceInfo.of(question.notation(), question.sample()),
                format.format(),
                measurement.survey().records(),
                measurement.survey().unparsed(),
                measurement.survey().rawBytesPerRecord(),
                measurement.read());
    }

    private Optional<FormatComparison> formats(BatchForming forming, ValueFormatGuess format) {
        if (!question.formats() || stop.getAsBoolean()) {
            return Optional.empty();
        }
        Optional<Function<byte[], Optional<ValueDocument>>> documents = ValueDocuments.of(format, schema());
        if (documents.isEmpty()) {
            progress.say("--formats: the values are " + format.format().label()
                    + ", but only JSON, CSV and Avro can be converted to other formats ...");
        }
        return documents.flatMap(known -> new FormatTrial(forming, known, new SweepProgress(terminal, progress)).run());
    }

    /** The schema that was given, or otherwise that of an Avro file. */
    private Optional<ValueSchema> schema() {
        return question.schema().or(() -> question.sample()
                .read()
                .schema()
                .map(text -> new ValueSchema.Avro(AvroSchemas.of(question.notation(), text))));
    }

    private Duration part(double share) {
        return Duration.ofNanos((long) (share * question.budget().toNanos()));
    }

    /** Rough speeds are enough: they determine how many batches are simulated. Empty if stopped. */
    private Optional<Map<Codec, CompressionCurve>> curves(Codec codec) {
        try (QuickSweep sweep = new QuickSweep(BYTES_PER_CELL)) {
            int largest = (int)
                    Math.min(Integer.MAX_VALUE, MAX_RATIO * question.settings().batchSizeBytes());
            Map<Codec, CompressionCurve> curves = CompressionCurve.byCodec(sweep.run(
                    question.sample().withSizesUpTo(largest),
                    new TreeSet<>(List.of(Codec.NONE, codec)),
                    new SweepProgress(terminal, progress)));
            return stop.getAsBoolean() || !curves.containsKey(codec) ? Optional.empty() : Optional.of(curves);
        }
    }

    private static FieldMoney money(CostModel costs, BatchSizes sizes) {
        return new FieldMoney(
                costs.workload(),
                costs.prices(),
                sizes.recordsPerBatch(),
                sizes.rawBytesPerRecord(),
                sizes.stored().estimate());
    }

    private ExplainResult result(
            Formed formed,
            FieldMeasurement.Costs measured,
            ChangeTrials.Results changes,
            Optional<LadderComparison> ladders,
            Optional<FormatComparison> formats) {
        BatchSizes sizes = measured.sizes();
        return new ExplainResult(
                ExplainResult.SCHEMA_VERSION,
                "explain",
                question.start().untilNow(),
                SourceInfo.of(question.notation(), question.sample()),
                formed.format.format(),
                formed.measurement.survey().records(),
                formed.measurement.survey().unparsed(),
                formed.workload.workload(),
                WorkloadOrigins.of(formed.workload),
                question.prices(),
                new ExplainedBatches(
                        question.settings(),
                        question.explained().origin(),
                        formed.batches.all().size(),
                        sizes.measured(),
                        sizes.recordsPerBatch(),
                        sizes.rawBytesPerRecord(),
                        sizes.stored(),
                        ratio(sizes),
                        measured.money().all()),
                measured.fields(),
                measured.objects(),
                measured.shared(),
                changes.types(),
                changes.tried().worthwhile(),
                Optional.of(changes.tried().withoutGain()),
                changes.tried().number(),
                ladders,
                formats,
                stop.getAsBoolean());
    }

    /** Includes headers on both sides, as everywhere. */
    private static double ratio(BatchSizes sizes) {
        double header = dev.squeeze.kit.format.RecordFormatV2.BATCH_HEADER_BYTES / sizes.recordsPerBatch();
        return (sizes.rawBytesPerRecord() + header) / sizes.stored().estimate();
    }
}
