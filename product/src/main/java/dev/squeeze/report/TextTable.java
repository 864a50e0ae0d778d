package dev.squeeze.report;

import java.util.ArrayList;
import java.util.List;

/** Columns that line up: the first ones to the left, all others to the right. */
final class TextTable {
    private final int leftColumns;
    private final List<List<String>> rows = new ArrayList<>();

    TextTable(int leftColumns) {
        this.leftColumns = leftColumns;
    }

    TextTable row(String... cells) {
        rows.add(List.of(cells));
        return this;
    }

    TextTable row(List<String> cells) {
        rows.add(List.copyOf(cells));
        return this;
    }

    /** The rows, each with a line end and without blanks at its end. */
    String render(String indent) {
        int columns = rows.stream().mapToInt(List::size).max().orElse(0);
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < row.size(); i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder(indent);
            for (int i = 0; i < row.size(); i++) {
                String padding = " ".repeat(widths[i] - row.get(i).length());
                line.append(i == 0 ? "" : "  ");
                line.append(i < leftColumns ? row.get(i) + padding : padding + row.get(i));
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    /** The rows as a Markdown table; the first is the head. */
    String markdown() {
        StringBuilder text = new StringBuilder();
        for (int r = 0; r < rows.size(); r++) {
            List<String> row = rows.get(r);
            text.append("| ")
                    .append(String.join(
                            " | ",
                            row.stream().map(cell -> cell.replace("|", "\\|")).toList()))
                    .append(" |\n");
            if (r == 0) {
                for (int i = 0; i < row.size(); i++) {
                    text.append(i < leftColumns ? "|---" : "|---:");
                }
                text.append("|\n");
            }
        }
        return text.toString();
    }
}
