package dev.squeeze.kit.source;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Distinguishes a CSV header from a record. The first row is a header if each cell looks like a name, no two are the
 * same, no other row has the same cell in that column, and the other rows have only numbers or dates in at least one
 * column. If all columns are text, nothing distinguishes them, and the first row is a record.
 */
final class CsvHeader {
    private static final int MIN_ROWS = 5;
    private static final int MAX_ROWS = 500;

    /** Numbers, dates and times; not words for missing values. */
    private static final Pattern NUMERIC = Pattern.compile("[-+]?[.]?[0-9].*");

    /** Values of records that look like names. */
    private static final Set<String> VALUES = Set.of(
            "null",
            "none",
            "nil",
            "nan",
            "na",
            "n/a",
            "inf",
            "infinity",
            "true",
            "false",
            "yes",
            "no",
            "t",
            "f",
            "y",
            "n",
            "unknown");

    private CsvHeader() {}

    /**
     * Returns the column names; empty if the first row is a record, or cannot be distinguished from one.
     *
     * @param name of the input
     * @param head its first bytes
     */
    static Optional<List<String>> of(String name, HeadBytes head) {
        List<List<String>> rows = rows(name, head);
        if (rows.size() <= MIN_ROWS) {
            return Optional.empty();
        }
        List<String> first = rows.get(0);
        List<List<String>> others = rows.subList(1, rows.size());
        boolean names = first.size() > 1
                && CsvRow.areNames(first)
                && first.stream().noneMatch(cell -> VALUES.contains(cell.toLowerCase(Locale.ROOT)));
        return names
                        && others.stream().allMatch(row -> row.size() == first.size())
                        && IntStream.range(0, first.size()).noneMatch(column -> isRepeated(first, others, column))
                        && IntStream.range(0, first.size()).anyMatch(column -> isNumeric(others, column))
                ? Optional.of(first)
                : Optional.empty();
    }

    private static boolean isRepeated(List<String> first, List<List<String>> others, int column) {
        return others.stream().anyMatch(row -> row.get(column).equals(first.get(column)));
    }

    /** Whether all cells of a column are numeric or empty. */
    private static boolean isNumeric(List<List<String>> rows, int column) {
        List<String> filled = rows.stream()
                .map(row -> row.get(column))
                .filter(cell -> !cell.isEmpty())
                .toList();
        return filled.size() >= MIN_ROWS
                && filled.stream().allMatch(cell -> NUMERIC.matcher(cell).matches());
    }

    /** The rows, without the last one if it may be truncated. */
    private static List<List<String>> rows(String name, HeadBytes head) {
        List<List<String>> rows = new ArrayList<>();
        int mark = head.startsWith(0xef, 0xbb, 0xbf) ? 3 : 0;
        byte[] bytes = head.bytes();
        ByteArrayInputStream stream = new ByteArrayInputStream(bytes, mark, bytes.length - mark);
        try (UnpackedInput input = UnpackedInput.open(name, stream)) {
            CsvReader reader = new CsvReader(new ByteWindow(input, new ReadWatch((read, total) -> {}, 0)));
            while (rows.size() < MAX_ROWS && reader.advance()) {
                rows.add(CsvRow.columns(reader.value(), reader.delimiter()));
            }
        } catch (IOException | SourceException e) {
            // A quoted field may extend beyond these bytes; the rows before it are complete.
            return rows;
        }
        boolean cutOff = !head.isWhole() && rows.size() < MAX_ROWS && !rows.isEmpty();
        return cutOff ? rows.subList(0, rows.size() - 1) : rows;
    }
}
