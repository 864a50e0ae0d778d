package dev.squeeze.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A Markdown table whose columns are also aligned as plain text: the first ones left, all others right. */
public final class Table {
    private final int leftColumns;
    private final List<List<String>> rows = new ArrayList<>();

    public Table(int leftColumns, String... head) {
        this.leftColumns = leftColumns;
        rows.add(List.of(head));
    }

    public void row(String... cells) {
        if (cells.length != rows.get(0).size()) {
            throw new IllegalArgumentException("a row of " + cells.length + " cells in a table of "
                    + rows.get(0).size());
        }
        rows.add(List.of(cells));
    }

    public static String number(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    /** A fraction as a percentage without its sign: {@code 1.23}. */
    public static String percent(double fraction) {
        return number("%.2f", 100 * fraction);
    }

    public String render() {
        int[] widths = new int[rows.get(0).size()];
        for (List<String> row : rows) {
            for (int i = 0; i < row.size(); i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (int r = 0; r < rows.size(); r++) {
            for (int i = 0; i < widths.length; i++) {
                String cell = rows.get(r).get(i);
                String padding = " ".repeat(widths[i] - cell.length());
                text.append("| ")
                        .append(i < leftColumns ? cell + padding : padding + cell)
                        .append(' ');
            }
            text.append("|\n");
            if (r == 0) {
                for (int i = 0; i < widths.length; i++) {
                    text.append('|').append("-".repeat(widths[i] + 1)).append(i < leftColumns ? '-' : ':');
                }
                text.append("|\n");
            }
        }
        return text.toString();
    }
}
