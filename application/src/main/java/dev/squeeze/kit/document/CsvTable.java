package dev.squeeze.kit.document;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;

/** A CSV file with a header (RFC 4180, but with line feeds) that is safe to open in a spreadsheet. */
public final class CsvTable {
    private final List<String> columns;
    private final List<List<Object>> rows = new ArrayList<>();

    public CsvTable(String... columns) {
        this(Arrays.asList(columns));
    }

    public CsvTable(List<String> columns) {
        this.columns = List.copyOf(columns);
    }

    /**
     * Adds a row. Numbers are formatted by Java, absent optional values become empty cells, and lists become several lines in a
     * cell.
     *
     * @throws IllegalArgumentException unless there is one cell for each column
     */
    public CsvTable row(Object... cells) {
        return row(Arrays.asList(cells));
    }

    public CsvTable row(List<?> cells) {
        if (cells.size() != columns.size()) {
            throw new IllegalArgumentException(cells.size() + " cells for the columns " + columns);
        }
        rows.add(cells.stream().map(CsvTable::cell).toList());
        return this;
    }

    /** The header and all rows, each with a line break. */
    public String text() {
        return header() + print(rows);
    }

    /** Only the header, for a file that is written row by row. */
    public String header() {
        return print(List.of(columns));
    }

    /** A single row as it appears in the file, without adding it, for a file that is written row by row. */
    public String line(Object... cells) {
        return print(new CsvTable(columns).row(cells).rows);
    }

    private static String print(List<? extends List<?>> lines) {
        StringBuilder text = new StringBuilder();
        CSVFormat format = CSVFormat.RFC4180.builder().setRecordSeparator("\n").get();
        try (CSVPrinter printer = new CSVPrinter(text, format)) {
            printer.printRecords(lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static Object cell(Object value) {
        if (value instanceof Optional<?> optional) {
            return optional.map(CsvTable::cell).orElse("");
        }
        if (value instanceof OptionalLong number) {
            return number.isPresent() ? number.getAsLong() : "";
        }
        if (value instanceof OptionalInt number) {
            return number.isPresent() ? number.getAsInt() : "";
        }
        if (value instanceof OptionalDouble number) {
            return number.isPresent() ? number.getAsDouble() : "";
        }
        if (value instanceof List<?> lines) {
            return lines.stream().map(line -> cell(line).toString()).collect(Collectors.joining("\n"));
        }
        return value instanceof Number ? value : CsvText.cell(value.toString());
    }
}
