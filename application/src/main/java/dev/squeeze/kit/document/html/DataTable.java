package dev.squeeze.kit.document.html;

import java.util.List;
import java.util.stream.IntStream;

/** An HTML table; the first row is the header. */
public final class DataTable {
    /** From this many rows on, a table is sortable and searchable. */
    private static final int MANY_ROWS = 30;

    /** A name of up to this length is not wrapped if there is room. */
    private static final int MAX_LINE_LENGTH = 48;

    private DataTable() {}

    /**
     * A table that scrolls horizontally if it is too wide.
     *
     * @param caption of the table
     * @param rows the header first; rows may be shorter than it
     * @param leftColumns number of left-aligned columns with words
     * @param wordsLast whether the last column contains words as well
     */
    public static Element of(String caption, List<List<String>> rows, int leftColumns, boolean wordsLast) {
        return of(caption, rows, leftColumns, wordsLast, -1);
    }

    /**
     * The same, with rows ordered by a column.
     *
     * @param ranked that column, which remains visible like the first one; -1 for none
     */
    public static Element of(String caption, List<List<String>> rows, int leftColumns, boolean wordsLast, int ranked) {
        boolean large = rows.size() > MANY_ROWS;
        int columns = rows.isEmpty() ? 0 : rows.get(0).size();
        Element table = Element.of("table", large ? "sortable" : "plain");
        table.add(Element.of("caption").text(caption));
        if (!rows.isEmpty()) {
            table.add(Element.of("thead").add(row("th", rows.get(0), columns, leftColumns, wordsLast, ranked)));
            Element body = Element.of("tbody");
            rows.subList(1, rows.size())
                    .forEach(cells -> body.add(row("td", cells, columns, leftColumns, wordsLast, ranked)));
            table.add(body);
        }
        return Element.of("div", "scroll")
                .with("tabindex", "0")
                .with("role", "region")
                .with("aria-label", caption)
                .add(table);
    }

    private static Element row(
            String kind, List<String> cells, int columns, int leftColumns, boolean wordsLast, int ranked) {
        Element row = Element.of("tr");
        IntStream.range(0, columns).forEach(i -> {
            boolean words = i < leftColumns || (wordsLast && i == columns - 1);
            String text = i < cells.size() ? cells.get(i).replace('\n', ' ') : "";
            // A blank cell is not a header.
            boolean heads = (kind.equals("th") || i == 0) && !text.isBlank();
            Element cell = Element.of(heads ? "th" : "td").text(text);
            boolean name = i < leftColumns && i < cells.size() && cells.get(i).length() <= MAX_LINE_LENGTH;
            String looks = (words ? name ? "words name" : "words" : "") + (i == ranked ? " ranked" : "");
            if (!looks.isEmpty()) {
                cell.with("class", looks.strip());
            }
            if (heads) {
                cell.with("scope", kind.equals("th") ? "col" : "row");
            }
            row.add(cell);
        });
        return row;
    }
}
