package dev.squeeze.kit.document;

import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The columns of a {@link CsvTable}: each name together with the function that computes the cell from the subject of a row.
 *
 * @param <T> the subject of a row
 */
public final class CsvColumns<T> {
    private final Map<String, Function<? super T, ?>> columns = new LinkedHashMap<>();

    /** @param cell value of a cell, as accepted by {@link CsvTable#row(Object...)} */
    public CsvColumns<T> with(String name, Function<? super T, ?> cell) {
        columns.put(name, cell);
        return this;
    }

    /** Adds three columns: the estimate of an interval and its two ends. */
    public CsvColumns<T> interval(
            String name, String low, String high, Function<? super T, Optional<ConfidenceInterval>> figure) {
        return with(name, row -> figure.apply(row).map(ConfidenceInterval::estimate))
                .with(low, row -> figure.apply(row).map(ConfidenceInterval::low))
                .with(high, row -> figure.apply(row).map(ConfidenceInterval::high));
    }

    /** The header and one line per row. */
    public String text(List<? extends T> rows) {
        CsvTable table = new CsvTable(new ArrayList<>(columns.keySet()));
        for (T row : rows) {
            List<Object> cells = new ArrayList<>();
            columns.values().forEach(cell -> cells.add(cell.apply(row)));
            table.row(cells);
        }
        return table.text();
    }
}
