package dev.squeeze.kit.document.html;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Rows with one bar each, of one or more parts from left to right, and an interval if known. Names are placed to the left of their
 * bars; if one is too long, all names are placed above their bars, in as many lines as needed.
 */
public final class BarChart {
    private static final double FONT = 12;
    private static final double ROW = 26;
    private static final double BAR = 16;
    private static final double LINE = 15;
    private static final double TOP = 6;
    private static final double MARGIN = 8;

    private final String title;
    private final String summary;
    private final Axis axis;
    private final List<Row> rows = new ArrayList<>();
    private final OptionalDouble reference;

    /** A part of a bar. */
    public record Part(Series series, double amount, String description) {}

    /**
     * A bar.
     *
     * @param low lower end of the whole bar's interval; the whole value if there is none
     * @param high upper end
     * @param words text at the end of the bar
     */
    public record Row(String name, List<Part> parts, double low, double high, String words) {
        public Row {
            parts = List.copyOf(parts);
        }

        double whole() {
            return parts.stream().mapToDouble(Part::amount).sum();
        }
    }

    public BarChart(String title, String summary, Axis axis) {
        this(title, summary, axis, OptionalDouble.empty());
    }

    /** @param reference if present, marks and intervals are drawn with a line at this value, instead of bars from zero */
    public BarChart(String title, String summary, Axis axis, OptionalDouble reference) {
        this.title = title;
        this.summary = summary;
        this.axis = axis;
        this.reference = reference;
    }

    public BarChart row(Row row) {
        rows.add(row);
        return this;
    }

    public Element figure() {
        Set<Series> series = new LinkedHashSet<>();
        rows.forEach(row -> row.parts().forEach(part -> series.add(part.series())));
        return Drawing.figure(title, summary, List.copyOf(series), this::paint);
    }

    /**
     * Positions of names and bars.
     *
     * @param left edge of the bars
     * @param right edge of the bars
     * @param above the lines of each name above its bar; empty if names are placed next to their bars
     */
    private record Layout(double left, double right, List<List<String>> above) {
        double heightOf(int row) {
            return ROW + (above.isEmpty() ? 0 : LINE * above.get(row).size());
        }
    }

    private Layout layout(int width) {
        double widest = rows.stream()
                .mapToDouble(row -> Drawing.widthOf(row.name(), FONT))
                .max()
                .orElse(0);
        double words = rows.stream()
                .mapToDouble(row -> Drawing.widthOf(row.words(), FONT))
                .max()
                .orElse(0);
        double right = width - 10 - words;
        if (widest <= width * (width == Drawing.WIDE ? 0.34 : 0.3)) {
            return new Layout(12 + widest, right, List.of());
        }
        return new Layout(
                MARGIN,
                right,
                rows.stream()
                        .map(row -> Drawing.wrapped(row.name(), width - 2 * MARGIN, FONT))
                        .toList());
    }

    private Element paint(int width) {
        Layout layout = layout(width);
        double bottom = TOP;
        for (int i = 0; i < rows.size(); i++) {
            bottom += layout.heightOf(i);
        }
        Element svg = Drawing.svg(width, bottom + 40);
        grid(svg, layout.left(), layout.right(), bottom, width);
        double top = TOP;
        for (int i = 0; i < rows.size(); i++) {
            name(svg, i, layout, top);
            top += layout.heightOf(i);
            bar(svg, rows.get(i), layout.left(), layout.right(), top - ROW / 2);
        }
        return svg;
    }

    private void name(Element svg, int number, Layout layout, double top) {
        String name = rows.get(number).name();
        if (layout.above().isEmpty()) {
            svg.add(Drawing.text(layout.left() - MARGIN, top + ROW / 2 + 4, "end", "name", name));
            return;
        }
        double at = top;
        for (String line : layout.above().get(number)) {
            at += LINE;
            svg.add(Drawing.text(layout.left(), at - 1, "start", "name", line));
        }
    }

    private void grid(Element svg, double left, double right, double bottom, int width) {
        double free = Double.NEGATIVE_INFINITY;
        for (double tick : axis.ticks()) {
            double at = left + (right - left) * axis.place(tick);
            svg.add(Drawing.line(at, 4, at, bottom, "grid"));
            String words = axis.label().apply(tick);
            double half = Drawing.widthOf(words, FONT) / 2;
            if (at - half > free && at + half < width) {
                svg.add(Drawing.text(at, bottom + FONT + 3, "middle", "tick", words));
                free = at + half + 8;
            }
        }
        reference.ifPresent(value -> {
            double at = left + (right - left) * axis.place(value);
            svg.add(Drawing.line(at, 2, at, bottom + 3, "reference"));
        });
        double middle = Drawing.inside((left + right) / 2, axis.title(), FONT, width);
        svg.add(Drawing.text(middle, bottom + 2 * FONT + 8, "middle", "axis", axis.title()));
    }

    private void bar(Element svg, Row row, double left, double right, double middle) {
        double reach = right - left;
        double end = left + reach * axis.place(row.whole());
        double low = left + reach * axis.place(row.low());
        double high = left + reach * axis.place(row.high());
        boolean interval = row.low() < row.high();
        if (reference.isPresent()) {
            if (interval) {
                interval(svg, low, high, middle, "interval");
            }
            row.parts()
                    .forEach(part ->
                            svg.add(Drawing.described(part.series().mark(end, middle, 5, false), part.description())));
        } else {
            parts(svg, row, left, reach, middle);
            if (interval) {
                interval(svg, low, high, middle, "halo");
                interval(svg, low, high, middle, "interval");
            }
        }
        double last = interval ? Math.max(high, end) : end;
        svg.add(Drawing.text(Math.max(last, left) + 6, middle + 4, "start", "value", row.words()));
    }

    private void parts(Element svg, Row row, double left, double reach, double middle) {
        double from = 0;
        for (Part part : row.parts()) {
            double start = left + reach * axis.place(from);
            from += part.amount();
            double stop = left + reach * axis.place(from);
            svg.add(Drawing.described(
                    Drawing.box(
                            Math.min(start, stop),
                            middle - BAR / 2,
                            Math.abs(stop - start),
                            BAR,
                            part.series().tone() + " bar"),
                    part.description()));
        }
    }

    private static void interval(Element svg, double low, double high, double middle, String layer) {
        svg.add(
                Drawing.line(low, middle, high, middle, layer),
                Drawing.line(low, middle - 4, low, middle + 4, layer),
                Drawing.line(high, middle - 4, high, middle + 4, layer));
    }
}
