package dev.squeeze.feature.explain;

import dev.squeeze.engine.encoding.DataFormat;
import dev.squeeze.engine.encoding.Loss;
import dev.squeeze.engine.predict.PriceList;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.predict.Workload;
import dev.squeeze.engine.workload.PartOrigin;
import dev.squeeze.engine.workload.PartOrigin.Origin;
import dev.squeeze.engine.workload.WorkloadOrigins;
import dev.squeeze.engine.workload.WorkloadPart;
import dev.squeeze.feature.advise.AdviseFixtures;
import dev.squeeze.feature.advise.Recommendation;
import dev.squeeze.feature.measure.MeasureFixtures;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Made-up results of {@code squeeze explain}, independent of machine and date. */
public final class ExplainFixtures {
    private ExplainFixtures() {}

    /** A random id, a field that another one determines, a constant, and an object with two fields. */
    public static ExplainResult complete() {
        return result(
                ExplainedBatches.SettingsOrigin.ASSUMED,
                "zstd:3",
                0,
                List.of(
                        field("id", ValueKind.UUID, 44, 18.2, 0.3, OptionalDouble.of(15.25), Repeats.NONE),
                        field(
                                "items[].price",
                                ValueKind.NUMBER,
                                12,
                                3.1,
                                0.2,
                                OptionalDouble.empty(),
                                new Repeats(0.21, OptionalDouble.of(0.64), Optional.empty())),
                        field(
                                "customer.country",
                                ValueKind.LOW_CARDINALITY,
                                15,
                                0.4,
                                0.1,
                                OptionalDouble.of(0.31),
                                new Repeats(
                                        0.42,
                                        OptionalDouble.of(0.9),
                                        Optional.of(new Repeats.Other("customer.city", 0.998, false)))),
                        field("type", ValueKind.CONSTANT, 15, 0.02, 0.03, OptionalDouble.of(0), Repeats.NONE)),
                List.of(object("customer", 2, 40, 4.4)),
                Optional.of(new TypesOfRecords(
                        20_000,
                        Optional.of("type"),
                        List.of(
                                new TypeCost(
                                        0.7, 350, 0.766, interval(40, 0.8), 0.65, List.of("items", "customer.country")),
                                new TypeCost(0.3, 250, 0.234, interval(19, 0.6), 0.309, List.of())))),
                List.of(
                        suggestion(
                                Suggestion.Kind.SMALLER_FORM,
                                List.of("id"),
                                "write id as 16 bytes",
                                5.1,
                                "values are no longer text: needs a binary format such as Avro or Protobuf, and every"
                                        + " reader must change"),
                        suggestion(
                                Suggestion.Kind.DICTIONARY_BOUND,
                                List.of(),
                                "a zstd dictionary trained on the records: Kafka cannot transfer one, but larger batches"
                                        + " achieve part of this",
                                3.3,
                                "not possible in Kafka's batch format")),
                Optional.of(List.of(
                        new TriedChange(
                                Suggestion.Kind.CONSTANTS_TO_HEADERS,
                                "move type to record headers",
                                interval(0.02, 0.03)),
                        new TriedChange(
                                Suggestion.Kind.SMALLER_RECORDS,
                                "send a record for each element of items",
                                interval(-12.4, 0.5)))),
                List.of());
    }

    /** The same with other formats: one that saves, one that costs more, and one that was not timed. */
    public static ExplainResult withFormats() {
        ExplainResult whole = complete();
        return new ExplainResult(
                whole.schemaVersion(),
                whole.kind(),
                whole.run(),
                whole.source(),
                whole.format(),
                whole.recordsSeen(),
                whole.unparsedRecords(),
                whole.workload(),
                whole.workloadOrigins(),
                whole.prices(),
                whole.batches(),
                whole.fields(),
                whole.objects(),
                whole.shared(),
                whole.types(),
                whole.suggestions(),
                whole.withoutGain(),
                whole.tried(),
                Optional.of(ladders()),
                Optional.of(new FormatComparison(
                        20_000,
                        3,
                        List.of(
                                values(DataFormat.AS_THEY_ARE, 308, Optional.empty(), List.of(), 0),
                                values(DataFormat.JSON, 300, Optional.of(2_400.0), List.of(), 0),
                                values(
                                        DataFormat.AVRO,
                                        150,
                                        Optional.of(900.0),
                                        List.of(
                                                new FormatComparison.LossCount(Loss.MEMBER_ORDER, 1_200),
                                                new FormatComparison.LossCount(Loss.NO_VALUE_AS_ABSENT, 20_000)),
                                        2)),
                        List.of(
                                new FormatComparison.Table(
                                        new ProducerSettings(Codec.parse("zstd:3"), 16_384, 5),
                                        false,
                                        List.of(
                                                cell(
                                                        DataFormat.AS_THEY_ARE,
                                                        320,
                                                        61.5,
                                                        ConfidenceInterval.exact(1, 1),
                                                        true),
                                                cell(DataFormat.JSON, 312, 61.2, interval(0.995, 0.002), true),
                                                cell(DataFormat.AVRO, 162, 59.6, interval(0.97, 0.02), true))),
                                new FormatComparison.Table(
                                        new ProducerSettings(Codec.parse("none"), 262_144, 20),
                                        true,
                                        List.of(
                                                cell(
                                                        DataFormat.AS_THEY_ARE,
                                                        320,
                                                        321,
                                                        ConfidenceInterval.exact(1, 1),
                                                        false),
                                                cell(DataFormat.JSON, 312, 313, interval(0.975, 0.001), false),
                                                cell(DataFormat.AVRO, 162, 163, interval(0.51, 0.003), false)))))),
                whole.interrupted());
    }

    private static LadderComparison ladders() {
        Recommendation asTheyAre = AdviseFixtures.change().recommendation();
        Recommendation changed = AdviseFixtures.stored().recommendation();
        return new LadderComparison(
                List.of("write id as 16 bytes", "leave out customer.region, which customer.city determines"),
                interval(5.6, 0.3),
                5.6 / 61.5,
                20_000,
                new LadderComparison.Side(
                        asTheyAre.current(), asTheyAre.ladder().orElseThrow()),
                new LadderComparison.Side(
                        changed.recommended(), changed.ladder().orElseThrow()));
    }

    /** Interrupted before costs were measured. */
    public static UnmeasuredResult unmeasured() {
        return new UnmeasuredResult(
                UnmeasuredResult.SCHEMA_VERSION,
                "explain-unmeasured",
                MeasureFixtures.run("explain", "events.jsonl"),
                MeasureFixtures.keyedSource(),
                ExplainResult.ValueFormat.JSON,
                9_000,
                12,
                320,
                List.of(
                        new UnmeasuredResult.ReadField(
                                "id", ValueKind.UUID, 1, 1, 44, 44.0 / 320, OptionalDouble.of(15.25)),
                        new UnmeasuredResult.ReadField(
                                "customer.note", ValueKind.FREE_TEXT, 1, 0.4, 31, 31.0 / 320, OptionalDouble.empty()),
                        new UnmeasuredResult.ReadField(
                                "(2 further fields)", ValueKind.OTHERS, 2, 1, 20, 20.0 / 320, OptionalDouble.empty())));
    }

    private static FormatComparison.Values values(
            DataFormat format,
            double bytes,
            Optional<Double> nanos,
            List<FormatComparison.LossCount> losses,
            long roundTripFailures) {
        return new FormatComparison.Values(
                format,
                bytes,
                nanos.map(each -> interval(each, each / 20)),
                nanos.map(each -> interval(2 * each, each / 10)),
                losses,
                roundTripFailures);
    }

    private static FormatComparison.Cell cell(
            DataFormat format, double raw, double stored, ConfidenceInterval against, boolean timed) {
        return new FormatComparison.Cell(
                format,
                20,
                raw,
                stored,
                against,
                timed ? Optional.of(interval(5 * raw, raw / 4)) : Optional.empty(),
                timed ? Optional.of(interval(raw, raw / 8)) : Optional.empty(),
                against.exact()
                        ? ConfidenceInterval.exact(0, 1)
                        : new ConfidenceInterval(
                                820 * (1 - against.estimate()),
                                820 * (1 - against.high()),
                                820 * (1 - against.low()),
                                against.n(),
                                false));
    }

    /** Uncompressed, interrupted, with records that are not JSON, a field that repeats another, and examples. */
    public static ExplainResult troubled() {
        ExplainResult whole = result(
                ExplainedBatches.SettingsOrigin.FROM_LOG,
                "none",
                120,
                List.of(field(
                        "copy",
                        ValueKind.FREE_TEXT,
                        30,
                        -0.1,
                        0.2,
                        OptionalDouble.empty(),
                        new Repeats(0, OptionalDouble.empty(), Optional.of(new Repeats.Other("name", 1, true))))),
                List.of(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                List.of("\"first\"", "\"second\""));
        return new ExplainResult(
                whole.schemaVersion(),
                whole.kind(),
                whole.run(),
                whole.source(),
                whole.format(),
                whole.recordsSeen(),
                whole.unparsedRecords(),
                whole.workload(),
                whole.workloadOrigins(),
                whole.prices(),
                whole.batches(),
                whole.fields(),
                whole.objects(),
                new SharedCost(interval(28, 0.5), 30.5, -2.5, 12),
                whole.types(),
                whole.suggestions(),
                whole.withoutGain(),
                whole.tried(),
                Optional.empty(),
                Optional.empty(),
                true);
    }

    /** With the fields and changes of a test. */
    static ExplainResult of(List<FieldCost> fields, List<Suggestion> suggestions) {
        return result(
                ExplainedBatches.SettingsOrigin.ASSUMED,
                "zstd:3",
                0,
                fields,
                List.of(),
                Optional.empty(),
                suggestions,
                Optional.empty(),
                List.of());
    }

    static FieldCost number(String path, double stored) {
        return field(path, ValueKind.NUMBER, 20, stored, 0.1, OptionalDouble.empty(), Repeats.NONE);
    }

    private static ExplainResult result(
            ExplainedBatches.SettingsOrigin origin,
            String codec,
            long unparsed,
            List<FieldCost> fields,
            List<FieldCost> objects,
            Optional<TypesOfRecords> types,
            List<Suggestion> suggestions,
            Optional<List<TriedChange>> withoutGain,
            List<String> examples) {
        return new ExplainResult(
                ExplainResult.SCHEMA_VERSION,
                "explain",
                MeasureFixtures.run("explain", "events.jsonl"),
                MeasureFixtures.keyedSource(),
                ExplainResult.ValueFormat.JSON,
                20_000,
                unparsed,
                Workload.of(8_000, 320, true, 12).withProducers(3),
                new WorkloadOrigins(
                        List.of(new PartOrigin(WorkloadPart.RATE, Origin.ASSUMED, Optional.empty())), List.of()),
                PriceList.read("aws"),
                new ExplainedBatches(
                        new ProducerSettings(Codec.parse(codec), 16_384, 5),
                        origin,
                        1_000,
                        640,
                        20,
                        320,
                        interval(61.5, 1.2),
                        5.2,
                        820),
                fields.stream().map(field -> withExamples(field, examples)).toList(),
                objects,
                new SharedCost(interval(49, 0.9), 21.72, 27.28, 12.5),
                types,
                suggestions,
                withoutGain,
                9,
                Optional.empty(),
                Optional.empty(),
                false);
    }

    private static FieldCost withExamples(FieldCost field, List<String> examples) {
        return new FieldCost(
                field.path(),
                field.kind(),
                field.fields(),
                field.recordShare(),
                field.rawBytesPerRecord(),
                field.rawShare(),
                field.storedBytesPerRecord(),
                field.storedShare(),
                field.moneyPerMonth(),
                field.floorBytesPerRecord(),
                field.repeats(),
                examples);
    }

    private static FieldCost field(
            String path,
            ValueKind kind,
            double raw,
            double stored,
            double halfWidth,
            OptionalDouble floor,
            Repeats repeats) {
        return cost(path, kind, 1, raw, interval(stored, halfWidth), floor, repeats);
    }

    private static FieldCost object(String path, int fields, double raw, double stored) {
        return cost(
                path, ValueKind.CONTAINER, fields, raw, interval(stored, 0.2), OptionalDouble.empty(), Repeats.NONE);
    }

    private static FieldCost cost(
            String path,
            ValueKind kind,
            int fields,
            double raw,
            ConfidenceInterval stored,
            OptionalDouble floor,
            Repeats repeats) {
        return new FieldCost(
                path,
                kind,
                fields,
                1,
                raw,
                raw / 320,
                stored,
                stored.estimate() / 61.5,
                interval(stored.estimate() * 13.25, (stored.high() - stored.estimate()) * 13.25),
                floor,
                repeats,
                List.of());
    }

    static Suggestion suggestion(Suggestion.Kind kind, List<String> fields, String words, double saved, String breaks) {
        return new Suggestion(
                kind, fields, words, interval(saved, 0.2), saved / 61.5, interval(saved * 13.25, 2.5), breaks);
    }

    private static ConfidenceInterval interval(double estimate, double halfWidth) {
        return ConfidenceInterval.around(estimate, halfWidth, 32);
    }
}
