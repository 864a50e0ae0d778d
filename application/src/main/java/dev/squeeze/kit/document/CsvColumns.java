package dev.squeeze.kit.document;

import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The columns of a {@link CsvTable}, each named next to what it shows of a row's subject.
 *
 * @param <T> what a row is about
 */
public final class CsvColumns<T> {
    private final Map<String, Function<? super T, ?>> columns = new LinkedHashMap<>();

    /** @param cell as {@link CsvTable#row(Object...)} takes it */
    public CsvColumns<T> with(String name, Function<? super T, ?> cell) {
        columns.put(name, cell);
        return this;
    }

    /** Three columns, of an interval's estimate and its two ends. */
    public CsvColumns<T> interval(
            String name, String low, String high, Function<? super T, Optional<ConfidenceInterval>> figure) {
        return with(name, row -> figure.apply(row).map(ConfidenceInterval::estimate))
                .with(low, row -> figure.apply(row).map(ConfidenceInterval::low))
                .with(high, row -> figure.apply(row).map(ConfidenceInterval::high));
    }

    /** The header and a line for each row. */
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
