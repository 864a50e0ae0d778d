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

/** One row each for the total, the shared cost of fields, each field, each object as a whole, and each suggestion. */
final class ExplainCsv {
    private static final CsvColumns<Row> COLUMNS = new CsvColumns<Row>()
            .with("part", row -> row.part)
            .with("name", row -> row.name)
            .with("kind", row -> row.kind)
            .with("fields", row -> row.fields)
            .with("record_share", row -> row.field.map(FieldCost::recordShare))
            .with("raw_bytes_per_record", row -> row.raw)
            .with("raw_share", row -> row.field.map(FieldCost::rawShare))
            .with("stored_bytes_per_record", row -> row.stored.estimate())
            .with("stored_low", row -> row.stored.interval().map(ConfidenceInterval::low))
            .with("stored_high", row -> row.stored.interval().map(ConfidenceInterval::high))
            .with("stored_share", row -> row.storedShare)
            .interval("money_per_month", "money_low", "money_high", row -> row.money)
            .with("floor_bytes_per_record", ofField(FieldCost::floorBytesPerRecord))
            .with("equals_record_before", row -> row.field
                    .filter(field -> field.kind() != ValueKind.KEY && field.kind() != ValueKind.HEADER)
                    .map(field -> field.repeats().recordBefore()))
            .with("equals_by_key", ofField(field -> field.repeats().key()))
            .with("determined_by", row -> row.field
                    .flatMap(field -> field.repeats().otherField())
                    .map(Repeats.Other::path))
            .with("breaks", row -> row.suggestion.map(Suggestion::breaks))
            .with(
                    "records_per_batch",
                    ofFormat(format -> Optional.of(format.cell().recordsPerBatch())))
            .with(
                    "stored_against_theirs",
                    ofFormat(format ->
                            Optional.of(format.cell().relativeStoredBytes().estimate())))
            .with(
                    "against_low",
                    ofFormat(format ->
                            Optional.of(format.cell().relativeStoredBytes().low())))
            .with(
                    "against_high",
                    ofFormat(format ->
                            Optional.of(format.cell().relativeStoredBytes().high())))
            .with("serialise_ns", nanos(format -> format.values().serialiseNanos()))
            .with("compress_ns", nanos(format -> format.cell().compressNanos()))
            .with("decompress_ns", nanos(format -> format.cell().decompressNanos()))
            .with("parse_ns", nanos(format -> format.values().parseNanos()))
            .with(
                    "money_with_cores_per_month",
                    row -> row.rung.map(rung -> rung.resources().money()));

    private ExplainCsv() {}

    /** @param interval absent for values derived from other rows */
    private record Stored(double estimate, Optional<ConfidenceInterval> interval) {
        static Stored withoutInterval(double estimate) {
            return new Stored(estimate, Optional.empty());
        }

        static Stored of(ConfidenceInterval interval) {
            return new Stored(interval.estimate(), Optional.of(interval));
        }
    }

    /** Cells that are not set stay empty. */
    private static final class Row {
        private final String part;
        private final String name;
        private final Stored stored;
        private String kind = "";
        private Optional<Integer> fields = Optional.empty();
        private Optional<Double> raw = Optional.empty();
        private Optional<Double> storedShare = Optional.empty();
        private Optional<ConfidenceInterval> money = Optional.empty();
        private Optional<FieldCost> field = Optional.empty();
        private Optional<Suggestion> suggestion = Optional.empty();
        private Optional<OfFormat> format = Optional.empty();
        private Optional<Prediction> rung = Optional.empty();

        Row(String part, String name, Stored stored) {
            this.part = part;
            this.name = name;
            this.stored = stored;
        }

        static Row of(ExplainResult result) {
            ExplainedBatches batches = result.batches();
            Row row = new Row("all", batches.settings().toString(), Stored.of(batches.storedBytesPerRecord()));
            row.fields = Optional.of(result.fields().size());
            row.raw = Optional.of(batches.rawBytesPerRecord());
            row.storedShare = Optional.of(1.0);
            row.money = Optional.of(batches.storedBytesPerRecord()
                    .times(batches.moneyPerMonth()
                            / batches.storedBytesPerRecord().estimate()));
            return row;
        }

        static Row of(String part, FieldCost field) {
            Row row = new Row(part, field.path(), Stored.of(field.storedBytesPerRecord()));
            row.kind = field.kind().label();
            row.fields = Optional.of(field.fields());
            row.raw = Optional.of(field.rawBytesPerRecord());
            row.storedShare = Optional.of(field.storedShare());
            row.money = Optional.of(field.moneyPerMonth());
            row.field = Optional.of(field);
            return row;
        }

        static Row of(int number, TypeCost type) {
            Row row = new Row("type", Integer.toString(number), Stored.of(type.storedBytesPerRecord()));
            row.raw = Optional.of(type.recordShare() * type.rawBytesPerRecord());
            row.storedShare = Optional.of(type.storedShare());
            return row;
        }

        static Row of(Suggestion suggestion) {
            Row row = new Row("suggestion", suggestion.words(), Stored.of(suggestion.savedBytesPerRecord()));
            row.kind = kind(suggestion.kind());
            row.fields = Optional.of(suggestion.fields().size());
            row.storedShare = Optional.of(suggestion.savedShare());
            row.money = Optional.of(suggestion.savedMoneyPerMonth());
            row.suggestion = Optional.of(suggestion);
            return row;
        }

        static Row of(TriedChange change) {
            Row row = new Row("without gain", change.words(), Stored.of(change.savedBytesPerRecord()));
            row.kind = kind(change.kind());
            return row;
        }

        private static String kind(Suggestion.Kind kind) {
            return KebabCase.of(kind).replace('-', ' ');
        }

        static Row of(FormatComparison.Table table, OfFormat format) {
            FormatComparison.Cell cell = format.cell();
            Row row = new Row("format", cell.format().label(), Stored.withoutInterval(cell.storedBytesPerRecord()));
            row.kind = table.settings().toString();
            row.raw = Optional.of(cell.rawBytesPerRecord());
            row.format = Optional.of(format);
            return row;
        }

        /** The cost of settings of the ladder, for the original or the changed records. */
        static Row of(String records, String step, Prediction rung, Workload workload) {
            Row row = new Row(
                    records,
                    step,
                    Stored.withoutInterval(rung.resources().wireBytesPerSecond() / workload.recordsPerSecond()));
            row.kind = rung.settings().toString();
            row.rung = Optional.of(rung);
            return row;
        }
    }

    private record OfFormat(FormatComparison.Cell cell, FormatComparison.Values values) {}

    private static Function<Row, Optional<Double>> ofFormat(Function<OfFormat, Optional<Double>> figure) {
        return row -> row.format.flatMap(figure);
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
        return row -> row.field
                .map(figure)
                .flatMap(value -> value.isPresent() ? Optional.of(value.getAsDouble()) : Optional.empty());
    }

    static String write(ExplainResult result) {
        List<Row> rows = new ArrayList<>();
        SharedCost shared = result.shared();
        rows.add(Row.of(result));
        rows.add(new Row("all fields", "together", Stored.of(shared.together())));
        rows.add(new Row("all fields", "sum of each alone", Stored.withoutInterval(shared.alone())));
        rows.add(new Row("all fields", "shared", Stored.withoutInterval(shared.shared())));
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
