package dev.squeeze.feature.explain;

import dev.squeeze.engine.encoding.ValueDocument;
import dev.squeeze.engine.measure.QuickSweep;
import dev.squeeze.engine.predict.CompressionCurve;
import dev.squeeze.engine.predict.CostModel;
import dev.squeeze.engine.predict.SentRecords;
import dev.squeeze.engine.workload.TopicWorkload;
import dev.squeeze.engine.workload.WorkloadOrigins;
import dev.squeeze.feature.explain.ExplainResult.ValueFormat;
import dev.squeeze.feature.measure.SweepProgress;
import dev.squeeze.kit.cli.ProgressLine;
import dev.squeeze.kit.cli.StoppedException;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.document.SourceInfo;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Forms batches as the producers do, measures what each field costs in them, and tries what may save bytes. The batches are those of
 * the predictor that every command asks.
 */
final class ExplainRun {
    private static final long BYTES_PER_CELL = 1 << 20;
    /** Of the budget; what these two leave is for trying keys. */
    private static final double FOR_FIELDS = 0.65;

    private static final double FOR_CHANGES = 0.2;

    private static final int MAX_KEYS_TRIED = 2;

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

    ExplainResult run() {
        Codec codec = question.settings().codec();
        SentRecords sent =
                SentRecords.of(question.sample(), question.learned().workload().partitions());
        ValueFormatGuess format = ValueFormatGuess.of(
                question.notation(), question.sample().read().format(), sent.records(), schema());
        Map<Codec, CompressionCurve> curves = curves(codec);
        CompressionCurve curve = Objects.requireNonNull(curves.get(codec));
        TopicWorkload workload = question.sample()
                .read()
                .stored()
                .map(stored -> question.learned()
                        .withProducersThatExplain(
                                stored, sent, question.settings(), Optional.of(curve), question.seed()))
                .orElse(question.learned());
        CostModel costs = new CostModel(workload.workload(), question.prices());
        progress.progress("forming batches", 0);
        BatchForming forming = new BatchForming(sent, costs, curves, question.settings(), question.seed());
        List<List<BatchRecord>> batches = forming.batches();
        int threads = question.start().environment().cores();
        FieldMeasurement measurement =
                new FieldMeasurement(batches, format, codec, forming.elasticity(), question.seed(), threads);
        FieldMeasurement.Costs measured = measurement.measure(
                part(FOR_FIELDS),
                question.examples(),
                sizes -> money(costs, sizes),
                stop,
                done -> progress.progress("taking out fields", done));
        Suggestions.Tried tried = new Suggestions(measurement, measured.fields(), format.format() == ValueFormat.JSON)
                .measure(part(FOR_CHANGES), measured.money(), stop, done -> progress.progress("trying changes", done));
        List<Suggestion> suggestions = new ArrayList<>(tried.worthwhile());
        int further = 0;
        if (!stop.getAsBoolean()) {
            KeyTrial keys = new KeyTrial(forming, format);
            further += tryKeys(keys, measurement, measured, threads, suggestions);
            further += tryDictionary(batches, measured, suggestions);
        }
        return result(
                workload,
                format,
                batches.size(),
                measurement,
                measured,
                suggestions,
                tried.number() + further,
                formats(forming, format));
    }

    private Optional<FormatComparison> formats(BatchForming forming, ValueFormatGuess format) {
        if (!question.formats() || stop.getAsBoolean()) {
            return Optional.empty();
        }
        Optional<Function<byte[], Optional<ValueDocument>>> documents = ValueDocuments.of(format, schema());
        if (documents.isEmpty()) {
            progress.say("--formats: the values are " + format.format().label()
                    + ", which are not written in other formats; JSON, CSV and Avro are ...");
        }
        return documents.flatMap(known -> new FormatTrial(forming, known, new SweepProgress(terminal, progress)).run());
    }

    /** The one that was given, or else that of an Avro file. */
    private Optional<ValueSchema> schema() {
        return question.schema().or(() -> question.sample()
                .read()
                .schema()
                .map(text -> new ValueSchema.Avro(AvroSchemas.of(question.notation(), text))));
    }

    private Duration part(double share) {
        return Duration.ofNanos((long) (share * question.budget().toNanos()));
    }

    /** Rough speeds are enough: they decide how many batches are simulated. */
    private Map<Codec, CompressionCurve> curves(Codec codec) {
        try (QuickSweep sweep = new QuickSweep(BYTES_PER_CELL)) {
            Map<Codec, CompressionCurve> curves = CompressionCurve.byCodec(sweep.run(
                            question.sample(),
                            new TreeSet<>(List.of(Codec.NONE, codec)),
                            new SweepProgress(terminal, progress))
                    .measurements());
            if (stop.getAsBoolean() || !curves.containsKey(codec)) {
                throw new StoppedException("interrupted before anything was measured");
            }
            return curves;
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

    private int tryKeys(
            KeyTrial keys,
            FieldMeasurement measurement,
            FieldMeasurement.Costs measured,
            int threads,
            List<Suggestion> suggestions) {
        double[] raw = measurement.leaves().stream()
                .mapToDouble(measurement.survey()::rawBytesPerRecord)
                .toArray();
        List<Integer> candidates = measurement.profiles().keyCandidates(raw, MAX_KEYS_TRIED);
        for (int place : candidates) {
            String path =
                    measurement.names().field(measurement.leaves().get(place)).path();
            progress.progress("trying " + path + " as the key", 0);
            ConfidenceInterval stored = measured.sizes().stored();
            Duration each = part((1 - FOR_FIELDS - FOR_CHANGES) / candidates.size());
            keys.saved(path, stored, each, stop, threads)
                    .flatMap(saved -> Suggestions.suggestion(
                            Suggestion.Kind.KEY,
                            List.of(path),
                            "make " + path + " the record key, so that like records share batches",
                            "order holds for each " + path
                                    + " alone, partitions are as uneven as its values, and compaction"
                                    + " and joins go by it",
                            saved,
                            0,
                            stored.estimate(),
                            measured.money()))
                    .ifPresent(suggestions::add);
        }
        return candidates.size();
    }

    private int tryDictionary(
            List<List<BatchRecord>> batches, FieldMeasurement.Costs measured, List<Suggestion> suggestions) {
        Codec codec = question.settings().codec();
        if (codec.type() != CodecType.ZSTD) {
            return 0;
        }
        progress.progress("training a dictionary", 0);
        DictionaryBound.measure(batches, codec)
                .flatMap(saved -> Suggestions.suggestion(
                        Suggestion.Kind.DICTIONARY_BOUND,
                        List.of(),
                        "a zstd dictionary trained on the records: Kafka cannot carry one, so larger batches are the way to"
                                + " some of this",
                        "not possible with Kafka's batches",
                        saved,
                        0,
                        measured.sizes().stored().estimate(),
                        measured.money()))
                .ifPresent(suggestions::add);
        return 1;
    }

    private ExplainResult result(
            TopicWorkload workload,
            ValueFormatGuess format,
            long formed,
            FieldMeasurement measurement,
            FieldMeasurement.Costs measured,
            List<Suggestion> suggestions,
            int tried,
            Optional<FormatComparison> formats) {
        BatchSizes sizes = measured.sizes();
        return new ExplainResult(
                ExplainResult.SCHEMA_VERSION,
                "explain",
                question.start().untilNow(),
                SourceInfo.of(question.notation(), question.sample()),
                format.format(),
                measurement.survey().records(),
                measurement.survey().unparsed(),
                workload.workload(),
                WorkloadOrigins.of(workload),
                question.prices(),
                new ExplainedBatches(
                        question.settings(),
                        question.settingsAre(),
                        formed,
                        sizes.measured(),
                        sizes.recordsPerBatch(),
                        sizes.rawBytesPerRecord(),
                        sizes.stored(),
                        ratio(sizes),
                        measured.money().all()),
                measured.fields(),
                measured.objects(),
                measured.shared(),
                Suggestions.sorted(suggestions),
                tried,
                formats,
                stop.getAsBoolean());
    }

    /** Headers on both sides, as everywhere. */
    private static double ratio(BatchSizes sizes) {
        double header = dev.squeeze.kit.format.RecordFormatV2.BATCH_HEADER_BYTES / sizes.recordsPerBatch();
        return (sizes.rawBytesPerRecord() + header) / sizes.stored().estimate();
    }
}
