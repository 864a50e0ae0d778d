package dev.squeeze.benchmarks.explain;

import dev.squeeze.benchmarks.Quantile;
import dev.squeeze.benchmarks.SourceRecords;
import dev.squeeze.benchmarks.Table;
import dev.squeeze.kit.document.CsvTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Deviation of explained costs from those measured on whole files, by source. */
final class AccuracyReport {
    private static final double NEAR = 0.05;

    private final List<FieldComparison> all;

    AccuracyReport(List<FieldComparison> all) {
        this.all = List.copyOf(all);
    }

    /** A Markdown table with one row per source, and one for all of them. */
    String render() {
        Table table = new Table(
                1,
                "source",
                "fields",
                "within 5 %",
                "error median %",
                "error max %",
                "covered",
                "half width median %",
                "whole file's own error median %");
        Map<String, List<FieldComparison>> bySource = all.stream()
                .collect(Collectors.groupingBy(
                        each -> SourceRecords.shortName(each.source()), LinkedHashMap::new, Collectors.toList()));
        bySource.forEach((source, fields) -> row(table, source, fields));
        row(table, "all", all);
        return table.render() + "\n" + worst().render();
    }

    private static void row(Table table, String name, List<FieldComparison> fields) {
        double[] errors = fields.stream()
                .mapToDouble(field -> Math.abs(field.error()))
                .sorted()
                .toArray();
        if (errors.length == 0) {
            return;
        }
        table.row(
                name,
                String.valueOf(errors.length),
                String.valueOf(fields.stream()
                        .filter(field -> Math.abs(field.error()) <= NEAR)
                        .count()),
                Table.percent(Quantile.of(errors, 0.5)),
                Table.percent(errors[errors.length - 1]),
                String.valueOf(fields.stream().filter(FieldComparison::covered).count()),
                Table.percent(Quantile.of(
                        fields.stream()
                                .mapToDouble(FieldComparison::relativeHalfWidth)
                                .sorted()
                                .toArray(),
                        0.5)),
                Table.percent(Quantile.of(
                        fields.stream()
                                .mapToDouble(field -> field.wholeError() / Math.abs(field.whole()))
                                .sorted()
                                .toArray(),
                        0.5)));
    }

    /** The fields with a larger deviation than allowed. */
    private Table worst() {
        Table table = new Table(2, "further off", "field", "seed", "whole file B/record", "explained", "±", "error %");
        all.stream()
                .filter(field -> Math.abs(field.error()) > NEAR)
                .forEach(field -> table.row(
                        SourceRecords.shortName(field.source()),
                        field.path(),
                        String.valueOf(field.seed()),
                        Table.number("%.3f", field.whole()),
                        Table.number("%.3f", field.explained().estimate()),
                        Table.number(
                                "%.3f",
                                field.explained().high() - field.explained().estimate()),
                        Table.number("%+.2f", 100 * field.error())));
        return table;
    }

    String csv() {
        CsvTable table = new CsvTable(
                "source",
                "seed",
                "field",
                "whole_file_bytes_per_record",
                "whole_file_standard_error",
                "explained_bytes_per_record",
                "explained_low",
                "explained_high");
        all.forEach(field -> table.row(
                SourceRecords.shortName(field.source()),
                field.seed(),
                field.path(),
                field.whole(),
                field.wholeError(),
                field.explained().estimate(),
                field.explained().low(),
                field.explained().high()));
        return table.text();
    }
}
