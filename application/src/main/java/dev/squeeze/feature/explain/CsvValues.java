package dev.squeeze.feature.explain;

import dev.squeeze.feature.explain.ValueTree.Node;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Columns of CSV rows (RFC 4180). */
final class CsvValues implements ValueParser {
    /** Names that a first row may have; contents hardly look so. */
    private static final Pattern NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_ ./()#%:-]{0,63}");

    private final FieldNames names;
    private final byte delimiter;
    private final List<String> columns;

    /** @param columns names of the columns; those beyond go by their number */
    CsvValues(FieldNames names, byte delimiter, List<String> columns) {
        this.names = names;
        this.delimiter = delimiter;
        this.columns = List.copyOf(columns);
    }

    /** Comma; where the row has none, the semicolon or tab that comes first. As the reader of files chooses. */
    static byte delimiter(byte[] row) {
        byte found = ',';
        for (int at = row.length - 1; at >= 0; at--) {
            if (row[at] == ',') {
                return ',';
            }
            if (row[at] == ';' || row[at] == '\t') {
                found = row[at];
            }
        }
        return found;
    }

    /** The names in a header row; empty where the row is a record like others. */
    static List<String> header(byte[] row, byte delimiter) {
        List<String> cells = texts(row, delimiter);
        boolean isHeader = new HashSet<>(cells).size() == cells.size()
                && cells.stream().allMatch(cell -> NAME.matcher(cell).matches());
        return isHeader ? cells : List.of();
    }

    /** The cells of a row without their quotes. */
    static List<String> texts(byte[] row, byte delimiter) {
        List<String> cells = new ArrayList<>();
        for (Node cell : new CsvValues(new FieldNames(), delimiter, List.of()).cells(row)) {
            String text = new String(
                            row, cell.start(), cell.end() - cell.start(), java.nio.charset.StandardCharsets.UTF_8)
                    .strip();
            cells.add(
                    text.length() > 1 && text.startsWith("\"") && text.endsWith("\"")
                            ? text.substring(1, text.length() - 1)
                            : text);
        }
        return cells;
    }

    @Override
    public Optional<ValueTree> parse(byte[] value) {
        List<Node> cells = cells(value);
        return cells.size() < 2
                ? Optional.empty()
                : Optional.of(new ValueTree(value, new Node(FieldNames.ROOT, 0, 0, value.length, cells)));
    }

    private List<Node> cells(byte[] row) {
        List<Node> cells = new ArrayList<>();
        int at = 0;
        do {
            int end = endOfCell(row, at);
            int column = cells.size();
            String name = column < columns.size() ? columns.get(column) : "column " + (column + 1);
            cells.add(new Node(names.member(FieldNames.ROOT, name, false), at, at, end, List.of()));
            at = end + 1;
        } while (at <= row.length);
        return List.copyOf(cells);
    }

    private int endOfCell(byte[] row, int from) {
        int at = from;
        if (at < row.length && row[at] == '"') {
            at++;
            while (at < row.length && !(row[at] == '"' && (at + 1 >= row.length || row[at + 1] != '"'))) {
                at += row[at] == '"' ? 2 : 1;
            }
            at = Math.min(row.length, at + 1);
        }
        while (at < row.length && row[at] != delimiter) {
            at++;
        }
        return at;
    }
}
