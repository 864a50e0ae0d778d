package dev.squeeze.feature.explain;

import dev.squeeze.feature.explain.UnmeasuredResult.ReadField;
import dev.squeeze.kit.document.Block;
import dev.squeeze.kit.document.CsvColumns;
import dev.squeeze.kit.document.Document;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.ResultHeader;
import dev.squeeze.kit.document.TextTable;
import dev.squeeze.kit.unit.KebabCase;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/** The report on fields whose costs were not measured. */
final class UnmeasuredDocument {
    static final int FIRST_FIELDS = 12;

    private static final CsvColumns<ReadField> COLUMNS = new CsvColumns<ReadField>()
            .with("name", ReadField::path)
            .with("kind", field -> KebabCase.of(field.kind()))
            .with("fields", ReadField::fields)
            .with("record_share", ReadField::recordShare)
            .with("raw_bytes_per_record", ReadField::rawBytesPerRecord)
            .with("raw_share", ReadField::rawShare)
            .with("floor_bytes_per_record", field -> boxed(field.floorBytesPerRecord()));

    private UnmeasuredDocument() {}

    static String csv(UnmeasuredResult result) {
        return COLUMNS.text(result.fields());
    }

    private static Optional<Double> boxed(OptionalDouble value) {
        return value.isPresent() ? Optional.of(value.getAsDouble()) : Optional.empty();
    }

    /** @param rows maximum number of table rows */
    static Document of(UnmeasuredResult result, int rows) {
        int shown = Math.min(rows, result.fields().size());
        return Document.of(result, result.source().source())
                .opening(List.of(ResultHeader.sourceLine(result), read(result)))
                .verdict(verdict(result))
                .lead(new Block.Table(
                        "Fields by their uncompressed bytes",
                        table(result.fields().subList(0, shown), paths(result))))
                .closing(
                        shown < result.fields().size()
                                ? Figures.say(
                                        "%d of %d rows; all rows: --details",
                                        shown, result.fields().size())
                                : "Shares are of the records' uncompressed bytes, framing included.")
                .withoutMachine()
                .build();
    }

    private static String read(UnmeasuredResult result) {
        String unparsed = result.unparsedRecords() == 0
                ? ""
                : Figures.say(
                        ", %,d of them not %s",
                        result.unparsedRecords(), result.format().label());
        return Figures.say(
                "%s examined, %s uncompressed bytes each%s",
                Figures.count(result.recordsSeen(), "record"), Figures.number(result.rawBytesPerRecord()), unparsed);
    }

    private static String verdict(UnmeasuredResult result) {
        String most = result.fields().stream()
                .findFirst()
                .map(field -> Figures.say(
                        " %s has the most uncompressed bytes (%s), which says little about its cost once it is"
                                + " compressed.",
                        field.path(), ExplainWording.share(field.rawShare())))
                .orElse("");
        return "Interrupted before costs were measured: only uncompressed sizes are known." + most;
    }

    private static Set<String> paths(UnmeasuredResult result) {
        return result.fields().stream().map(ReadField::path).collect(Collectors.toSet());
    }

    private static TextTable table(List<ReadField> fields, Set<String> paths) {
        TextTable table =
                new TextTable(2).row("field", "kind", "in records", "uncompressed\nB/record", "\nof all", "floor\nB");
        for (ReadField field : fields) {
            table.row(
                    ExplainWording.path(field.path(), paths),
                    field.kind().label(),
                    ExplainWording.share(field.recordShare()),
                    Figures.number(field.rawBytesPerRecord()),
                    ExplainWording.share(field.rawShare()),
                    boxed(field.floorBytesPerRecord()).map(Figures::number).orElse(""));
        }
        return table;
    }
}
