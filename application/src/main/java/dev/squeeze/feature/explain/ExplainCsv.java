package dev.squeeze.feature.explain;

import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.Workload;
import dev.squeeze.kit.document.CsvColumns;
import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.unit.KebabCase;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/** A row for the whole, for what fields cost together, for each field, for each object as a whole, and for each suggestion. */
final class ExplainCsv {
    private static final CsvColumns<Row> COLUMNS = new CsvColumns<Row>()
            .with("part", Row::part)
            .with("name", Row::name)
            .with("kind", Row::kind)
            .with("fields", Row::fields)
            .with("record_share", row -> row.field().map(FieldCost::recordShare))
            .with("raw_bytes_per_record", Row::raw)
            .with("raw_share", row -> row.field().map(FieldCost::rawShare))
            .with("stored_bytes_per_record", row -> row.stored().estimate())
            .with("stored_low", row -> row.stored().interval().map(ConfidenceInterval::low))
            .with("stored_high", row -> row.stored().interval().map(ConfidenceInterval::high))
            .with("stored_share", Row::storedShare)
            .interval("money_per_month", "money_low", "money_high", Row::money)
            .with("floor_bytes_per_record", ofField(FieldCost::floorBytesPerRecord))
            .with("equals_record_before", row -> row.field()
                    .filter(field -> field.kind() != ValueKind.KEY && field.kind() != ValueKind.HEADER)
                    .map(field -> field.repeats().recordBefore()))
            .with("equals_by_key", ofField(field -> field.repeats().key()))
            .with("determined_by", row -> row.field()
                    .flatMap(field -> field.repeats().otherField())
                    .map(Repeats.Other::path))
            .with("breaks", row -> row.suggestion().map(Suggestion::breaks))
            .with(
                    "records_per_batch",
                    ofFormat(format -> Optional.of(format.cell().recordsPerBatch())))
            .with(
                    "stored_against_theirs",
                    ofFormat(format ->
                            Optional.of(format.cell().storedAgainstTheirs().estimate())))
            .with(
                    "against_low",
                    ofFormat(format ->
                            Optional.of(format.cell().storedAgainstTheirs().low())))
            .with(
                    "against_high",
                    ofFormat(format ->
                            Optional.of(format.cell().storedAgainstTheirs().high())))
            .with("serialise_ns", nanos(format -> format.values().serialiseNanos()))
            .with("compress_ns", nanos(format -> format.cell().compressNanos()))
            .with("decompress_ns", nanos(format -> format.cell().decompressNanos()))
            .with("parse_ns", nanos(format -> format.values().parseNanos()))
            .with("money_with_cores_per_month", row -> row.rung()
                    .map(rung -> rung.resources().money()));

    private ExplainCsv() {}

    /** @param interval absent for what follows from other rows */
    private record Stored(double estimate, Optional<ConfidenceInterval> interval) {
        static Stored of(ConfidenceInterval interval) {
            return new Stored(interval.estimate(), Optional.of(interval));
        }
    }

    private record Row(
            String part,
            String name,
            String kind,
            Optional<Integer> fields,
            Optional<Double> raw,
            Stored stored,
            Optional<Double> storedShare,
            Optional<ConfidenceInterval> money,
            Optional<FieldCost> field,
            Optional<Suggestion> suggestion,
            Optional<OfFormat> format,
            Optional<Prediction> rung) {
        static Row of(String part, String name, Stored stored) {
            return new Row(
                    part,
                    name,
                    "",
                    Optional.empty(),
                    Optional.empty(),
                    stored,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());
        }

        static Row of(String part, FieldCost field) {
            return new Row(
                    part,
                    field.path(),
                    field.kind().label(),
                    Optional.of(field.fields()),
                    Optional.of(field.rawBytesPerRecord()),
                    Stored.of(field.storedBytesPerRecord()),
                    Optional.of(field.storedShare()),
                    Optional.of(field.moneyPerMonth()),
                    Optional.of(field),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());
        }

        static Row of(Suggestion suggestion) {
            return new Row(
                    "suggestion",
                    suggestion.words(),
                    KebabCase.of(suggestion.kind()).replace('-', ' '),
                    Optional.of(suggestion.fields().size()),
                    Optional.empty(),
                    Stored.of(suggestion.savedBytesPerRecord()),
                    Optional.of(suggestion.savedShare()),
                    Optional.of(suggestion.savedMoneyPerMonth()),
                    Optional.empty(),
                    Optional.of(suggestion),
                    Optional.empty(),
                    Optional.empty());
        }

        static Row of(TriedChange change) {
            return new Row(
                    "without gain",
                    change.words(),
                    KebabCase.of(change.kind()).replace('-', ' '),
                    Optional.empty(),
                    Optional.empty(),
                    Stored.of(change.savedBytesPerRecord()),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());
        }

        static Row of(int number, TypeCost type) {
            return new Row(
                    "type",
                    Integer.toString(number),
                    "",
                    Optional.empty(),
                    Optional.of(type.recordShare() * type.rawBytesPerRecord()),
                    Stored.of(type.storedBytesPerRecord()),
                    Optional.of(type.storedShare()),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());
        }

        static Row of(FormatComparison.Table table, OfFormat format) {
            return new Row(
                    "format",
                    format.cell().format().label(),
                    table.settings().toString(),
                    Optional.empty(),
                    Optional.of(format.cell().rawBytesPerRecord()),
                    new Stored(format.cell().storedBytesPerRecord(), Optional.empty()),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(format),
                    Optional.empty());
        }

        /** What a setting of the ladder costs, of the records as they are or changed. */
        static Row of(String records, String step, Prediction rung, Workload workload) {
            return new Row(
                    records,
                    step,
                    rung.settings().toString(),
                    Optional.empty(),
                    Optional.empty(),
                    new Stored(rung.resources().wireBytesPerSecond() / workload.recordsPerSecond(), Optional.empty()),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(rung));
        }
    }

    private record OfFormat(FormatComparison.Cell cell, FormatComparison.Values values) {}

    private static Function<Row, Optional<Double>> ofFormat(Function<OfFormat, Optional<Double>> figure) {
        return row -> row.format().flatMap(figure);
    }

    private static Function<Row, Optional<Double>> nanos(Function<OfFormat, Optional<ConfidenceInterval>> figure) {
        return ofFormat(format -> figure.apply(format).map(ConfidenceInterval::estimate));
    }

    private static void addLadder(String part, LadderComparison.Side side, Workload workload, List<Row> rows) {
        rows.add(Row.of(part, "today", side.today(), workload));
        side.ladder().rungs().forEach(rung -> rows.add(Row.of(part, rung.step().label(), rung.prediction(), workload)));
    }

    private static void addTypes(TypesOfRecords types, List<Row> rows) {
        for (int i = 0; i < types.types().size(); i++) {
            rows.add(Row.of(i + 1, types.types().get(i)));
        }
    }

    private static void addFormats(FormatComparison formats, List<Row> rows) {
        for (FormatComparison.Table table : formats.tables()) {
            for (int i = 0; i < table.cells().size(); i++) {
                rows.add(Row.of(
                        table,
                        new OfFormat(table.cells().get(i), formats.formats().get(i))));
            }
        }
    }

    private static Function<Row, Optional<Double>> ofField(Function<FieldCost, OptionalDouble> figure) {
        return row -> row.field()
                .map(figure)
                .flatMap(value -> value.isPresent() ? Optional.of(value.getAsDouble()) : Optional.empty());
    }

    static String write(ExplainResult result) {
        List<Row> rows = new ArrayList<>();
        ExplainedBatches batches = result.batches();
        SharedCost shared = result.shared();
        rows.add(new Row(
                "all",
                batches.settings().toString(),
                "",
                Optional.of(result.fields().size()),
                Optional.of(batches.rawBytesPerRecord()),
                Stored.of(batches.storedBytesPerRecord()),
                Optional.of(1.0),
                Optional.of(batches.storedBytesPerRecord()
                        .times(batches.moneyPerMonth()
                                / batches.storedBytesPerRecord().estimate())),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()));
        rows.add(Row.of("all fields", "together", Stored.of(shared.together())));
        rows.add(Row.of("all fields", "sum of each alone", new Stored(shared.alone(), Optional.empty())));
        rows.add(Row.of("all fields", "shared", new Stored(shared.shared(), Optional.empty())));
        result.fields().forEach(field -> rows.add(Row.of("field", field)));
        result.objects().forEach(object -> rows.add(Row.of("object", object)));
        result.types().ifPresent(types -> addTypes(types, rows));
        result.suggestions().forEach(suggestion -> rows.add(Row.of(suggestion)));
        result.withoutGain().ifPresent(changes -> changes.forEach(change -> rows.add(Row.of(change))));
        result.ladders().ifPresent(ladders -> {
            addLadder("settings", ladders.asTheyAre(), result.workload(), rows);
            addLadder("settings with changes", ladders.changed(), result.workload(), rows);
        });
        result.formats().ifPresent(formats -> addFormats(formats, rows));
        return COLUMNS.text(rows);
    }
}
