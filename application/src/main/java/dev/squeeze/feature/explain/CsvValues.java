package dev.squeeze.feature.explain;

import dev.squeeze.feature.explain.ValueTree.Node;
import dev.squeeze.kit.source.CsvRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Columns of CSV rows (RFC 4180). */
final class CsvValues implements ValueParser {
    private final FieldNames names;
    private final byte delimiter;
    private final List<String> columns;

    /** @param columns names of the columns; further columns are named by their number */
    CsvValues(FieldNames names, byte delimiter, List<String> columns) {
        this.names = names;
        this.delimiter = delimiter;
        this.columns = List.copyOf(columns);
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
            int end = CsvRow.endOfField(row, at, delimiter);
            int column = cells.size();
            String name = column < columns.size() ? columns.get(column) : "column " + (column + 1);
            cells.add(new Node(names.label(FieldNames.ROOT, name, false), at, at, end, List.of()));
            at = end + 1;
        } while (at <= row.length);
        return List.copyOf(cells);
    }
}
