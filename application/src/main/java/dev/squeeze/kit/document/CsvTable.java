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

/** Rows under a header, as a CSV file (RFC 4180, but with line feeds) that is safe to open in a spreadsheet. */
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
     * Adds a row. Numbers are written as Java writes them, optional values that are absent as empty cells, and
     * lists as the lines of a cell.
     *
     * @throws IllegalArgumentException unless there is a cell for each column
     */
    public CsvTable row(Object... cells) {
        return row(Arrays.asList(cells));
    }

    /** Adds a row, as {@link #row(Object...)} does. */
    public CsvTable row(List<?> cells) {
        if (cells.size() != columns.size()) {
            throw new IllegalArgumentException(cells.size() + " cells for the columns " + columns);
        }
        rows.add(cells.stream().map(CsvTable::cell).toList());
        return this;
    }

    /** The header and all rows, each with a line end. */
    public String text() {
        return header() + print(rows);
    }

    /** The header alone, for a file that grows row by row. */
    public String header() {
        return print(List.of(columns));
    }

    /** A single row as the file has it, which is not kept: for a file that grows row by row. */
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
