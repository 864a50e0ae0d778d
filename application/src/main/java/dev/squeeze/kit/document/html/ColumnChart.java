package dev.squeeze.kit.document.html;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Adjacent columns, each of one or more parts stacked from the bottom: histograms, and compositions over time. */
public final class ColumnChart {
    private static final double FONT = 12;
    private static final double TOP = 10;
    private static final double BOTTOM = 44;

    private final String title;
    private final String summary;
    private final String below;
    private final Axis axis;
    private final List<Column> columns = new ArrayList<>();

    /** @param name shown below the column, if there is room */
    public record Column(String name, List<BarChart.Part> parts) {
        public Column {
            parts = List.copyOf(parts);
        }
    }

    /** @param below title of the horizontal axis */
    public ColumnChart(String title, String summary, String below, Axis axis) {
        this.title = title;
        this.summary = summary;
        this.below = below;
        this.axis = axis;
    }

    public ColumnChart column(Column column) {
        columns.add(column);
        return this;
    }

    public Element figure() {
        Set<Series> series = new LinkedHashSet<>();
        columns.forEach(column -> column.parts().forEach(part -> series.add(part.series())));
        return Drawing.figure(title, summary, List.copyOf(series), this::paint);
    }

    private Element paint(int width) {
        double height = width == Drawing.WIDE ? 260 : 230;
        double left = 14
                + axis.ticks().stream()
                        .mapToDouble(tick -> Drawing.widthOf(axis.label().apply(tick), FONT))
                        .max()
                        .orElse(20);
        double right = width - 12;
        double bottom = height - BOTTOM;
        Element svg = Drawing.svg(width, height);
        for (double tick : axis.ticks()) {
            double at = bottom - (bottom - TOP) * axis.place(tick);
            svg.add(Drawing.line(left, at, right, at, "grid"));
            svg.add(Drawing.text(left - 6, at + 4, "end", "tick", axis.label().apply(tick)));
        }
        double step = (right - left) / Math.max(1, columns.size());
        double free = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < columns.size(); i++) {
            double from = left + i * step;
            column(svg, columns.get(i), from + step * 0.08, step * 0.84, bottom);
            String words = columns.get(i).name();
            double half = Drawing.widthOf(words, FONT) / 2;
            double middle = Drawing.inside(from + step / 2, words, FONT, width);
            if (middle - half > free) {
                svg.add(Drawing.text(middle, bottom + FONT + 5, "middle", "tick", words));
                free = middle + half + 8;
            }
        }
        double middle = Drawing.inside((left + right) / 2, below, FONT, width);
        svg.add(Drawing.text(middle, bottom + 2 * FONT + 12, "middle", "axis", below));
        return svg;
    }

    private void column(Element svg, Column column, double x, double width, double bottom) {
        double from = 0;
        for (BarChart.Part part : column.parts()) {
            double low = bottom - (bottom - TOP) * axis.place(from);
            from += part.amount();
            double high = bottom - (bottom - TOP) * axis.place(from);
            svg.add(Drawing.described(
                    Drawing.box(x, high, width, low - high, part.series().tone() + " bar"), part.description()));
        }
    }
}
