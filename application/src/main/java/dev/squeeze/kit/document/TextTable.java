package dev.squeeze.kit.document;

import dev.squeeze.kit.document.html.DataTable;
import dev.squeeze.kit.document.html.Element;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A table with aligned columns: the first ones to the left, all others to the right. The first row is the header; line breaks in
 * its cells become further header lines on a terminal.
 */
public final class TextTable {
    private static final String GAP = "  ";

    private final int leftColumns;
    private final List<List<String>> rows = new ArrayList<>();
    private boolean namesOnce;
    private boolean wordsLast;
    private int maxWidth = Integer.MAX_VALUE;
    private int emphasized = -1;
    private int ranked = -1;

    public TextTable(int leftColumns) {
        this.leftColumns = leftColumns;
    }

    public TextTable row(String... cells) {
        rows.add(List.of(cells));
        return this;
    }

    public TextTable row(List<String> cells) {
        rows.add(List.copyOf(cells));
        return this;
    }

    /** The next row is emphasized. */
    public TextTable emphasizeNext() {
        emphasized = rows.size();
        return this;
    }

    /** On a terminal, consecutive rows with the same first cell show it only once. */
    public TextTable namesOnce() {
        namesOnce = true;
        return this;
    }

    /** Number of rows, including the header. */
    public int rows() {
        return rows.size();
    }

    /** Rows are ordered by this column: a page keeps it visible. */
    public TextTable ranked(int column) {
        ranked = column;
        return this;
    }

    /** The last column contains words and is left-aligned. */
    public TextTable wordsLast() {
        wordsLast = true;
        return this;
    }

    /** On a terminal, columns beyond this width follow in further tables below. */
    public TextTable maxWidth(int columns) {
        maxWidth = columns;
        return this;
    }

    /** Whether there are no rows below the header. */
    public boolean isEmpty() {
        return rows.size() < 2;
    }

    /** The rows, each with a line break and without trailing blanks. */
    public String render(String indent) {
        return render(indent, Emphasis.NONE);
    }

    /** The same with the selected row emphasized. */
    String render(String indent, Emphasis emphasis) {
        return render(indent, maxWidth, emphasis);
    }

    /**
     * The rows in lines of limited width: columns that do not fit follow in further tables below, each preceded by an empty line
     * and repeating the left columns.
     */
    public String render(String indent, int width) {
        return render(indent, width, Emphasis.NONE);
    }

    private String render(String indent, int width, Emphasis emphasis) {
        List<List<String>> shown = aligned(rowsForTerminal());
        int[] widths = widths(shown);
        StringBuilder text = new StringBuilder();
        for (List<Integer> columns : bands(widths, width - indent.length())) {
            text.append(text.isEmpty() ? "" : "\n");
            for (int i = 0; i < shown.size(); i++) {
                List<String> row = shown.get(i);
                String line = (indent
                                + columns.stream()
                                        .map(column -> padded(row, column, widths[column]))
                                        .collect(Collectors.joining(GAP)))
                        .stripTrailing();
                // Rows are counted from the end, because the header may take several lines.
                boolean chosen = emphasized > 0 && shown.size() - i == rows.size() - emphasized;
                text.append(chosen ? emphasis.chosen(line) : line).append('\n');
            }
        }
        return text.toString();
    }

    private String padded(List<String> row, int column, int width) {
        String cell = cell(row, column);
        String padding = " ".repeat(width - cell.length());
        boolean left =
                column < leftColumns || (wordsLast && column == rows.get(0).size() - 1);
        return left ? cell + padding : padding + cell;
    }

    private static String cell(List<String> row, int column) {
        return column < row.size() ? row.get(column) : "";
    }

    /** The header in as many rows as it has lines, and repeated first cells left out if requested. */
    private List<List<String>> rowsForTerminal() {
        List<List<String>> shown = new ArrayList<>();
        if (!rows.isEmpty()) {
            List<List<String>> titles = rows.get(0).stream()
                    .map(title -> Arrays.asList(title.split("\n", -1)))
                    .toList();
            int lines = titles.stream().mapToInt(List::size).max().orElse(1);
            for (int line = 0; line < lines; line++) {
                int missing = lines - line;
                shown.add(titles.stream()
                        .map(title -> missing > title.size() ? "" : title.get(title.size() - missing))
                        .toList());
            }
        }
        for (int i = 1; i < rows.size(); i++) {
            List<String> row = new ArrayList<>(rows.get(i));
            if (namesOnce && i > 1 && row.get(0).equals(rows.get(i - 1).get(0))) {
                row.set(0, "");
            }
            shown.add(row);
        }
        return shown;
    }

    /** Pads the part after ± in each column, so that the values before it are aligned. */
    private static List<List<String>> aligned(List<List<String>> rows) {
        int columns = rows.stream().mapToInt(List::size).max().orElse(0);
        int[] spreads = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < row.size(); i++) {
                spreads[i] = Math.max(spreads[i], spread(row.get(i)));
            }
        }
        return rows.stream()
                .map(row -> IntStream.range(0, row.size())
                        .mapToObj(i -> row.get(i) + " ".repeat(missing(row.get(i), spreads[i])))
                        .toList())
                .toList();
    }

    private static int missing(String cell, int widest) {
        return spread(cell) == 0 ? 0 : widest - spread(cell);
    }

    private static int spread(String cell) {
        int at = cell.indexOf('±');
        return at <= 0 ? 0 : cell.length() - at;
    }

    private static int[] widths(List<List<String>> rows) {
        int columns = rows.stream().mapToInt(List::size).max().orElse(0);
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < row.size(); i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        return widths;
    }

    private List<List<Integer>> bands(int[] widths, int width) {
        List<Integer> left =
                IntStream.range(0, Math.min(leftColumns, widths.length)).boxed().toList();
        int leftWidth = left.stream().mapToInt(i -> widths[i] + GAP.length()).sum();
        List<List<Integer>> bands = new ArrayList<>(List.of(new ArrayList<>(left)));
        int used = leftWidth;
        for (int i = left.size(); i < widths.length; i++) {
            List<Integer> band = bands.get(bands.size() - 1);
            if (band.size() > left.size() && used + widths[i] > width) {
                band = new ArrayList<>(left);
                bands.add(band);
                used = leftWidth;
            }
            band.add(i);
            used += widths[i] + GAP.length();
        }
        return bands;
    }

    /** The rows as an HTML table. */
    public Element html(String caption) {
        return DataTable.of(caption, rows, leftColumns, wordsLast, ranked);
    }

    /** The rows as a Markdown table; the first is the header. */
    public String markdown() {
        StringBuilder text = new StringBuilder();
        for (int r = 0; r < rows.size(); r++) {
            List<String> row = rows.get(r);
            text.append("| ")
                    .append(row.stream().map(Markdown::cell).collect(Collectors.joining(" | ")))
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
