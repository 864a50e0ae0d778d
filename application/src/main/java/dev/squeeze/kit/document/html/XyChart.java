package dev.squeeze.kit.document.html;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Points, lines and marked positions in a coordinate system. */
public final class XyChart {
    private static final double FONT = 12;
    private static final double TOP = 14;
    private static final double BOTTOM = 42;
    /** To the right of the plot area. */
    private static final double MARGIN = 14;

    private static final double MARK = 4;
    /** Distance in pixels between the boxes along a line that labels avoid. */
    private static final double LINE_BOX = 4;

    /** More values of a line cannot be distinguished. */
    private static final int MAX_READ = 60;

    private final String title;
    private final String summary;
    private final Axis x;
    private final Axis y;
    private final List<Spot> spots = new ArrayList<>();
    private final List<Line> lines = new ArrayList<>();
    private final List<Place> places = new ArrayList<>();
    private final List<Span> spans = new ArrayList<>();

    private record Line(List<Spot> points, String styleClass, boolean marked) {}

    private record Place(boolean vertical, double value, String label, String styleClass) {}

    private record Span(double from, double to, String label) {}

    /**
     * An empty chart.
     *
     * @param summary what it shows in one sentence, also used as text alternative
     */
    public XyChart(String title, String summary, Axis x, Axis y) {
        this.title = title;
        this.summary = summary;
        this.x = x;
        this.y = y;
    }

    public XyChart spot(Spot spot) {
        spots.add(spot);
        return this;
    }

    /** A line with marks. */
    public XyChart line(List<Spot> points) {
        lines.add(new Line(List.copyOf(points), "line", true));
        return this;
    }

    /** A line without marks. */
    public XyChart plainLine(List<Spot> points) {
        lines.add(new Line(List.copyOf(points), "line", false));
        return this;
    }

    /** A line along the best points. */
    public XyChart front(List<Spot> points) {
        lines.add(new Line(List.copyOf(points), "front", false));
        return this;
    }

    /** Marks a value on the x axis. */
    public XyChart markX(double value, String label) {
        places.add(new Place(true, value, label, "place"));
        return this;
    }

    /** Marks a value on the y axis. */
    public XyChart markY(double value, String label) {
        places.add(new Place(false, value, label, "place"));
        return this;
    }

    /** Shades a range of the x axis. */
    public XyChart shade(double from, double to, String label) {
        spans.add(new Span(from, to, label));
        return this;
    }

    public Element figure() {
        Set<Series> series = new LinkedHashSet<>();
        lines.stream().filter(line -> !line.styleClass().equals("front")).forEach(line -> line.points()
                .forEach(point -> series.add(point.series())));
        spots.forEach(spot -> series.add(spot.series()));
        return Drawing.figure(title, summary, List.copyOf(series), this::paint);
    }

    private Element paint(int width) {
        double height = width == Drawing.WIDE ? 380 : 300;
        double left = 12
                + FONT * 1.4
                + y.ticks().stream()
                        .mapToDouble(tick -> Drawing.widthOf(y.label().apply(tick), FONT))
                        .max()
                        .orElse(20);
        Area area = new Area(left, TOP, width - left - MARGIN, height - TOP - BOTTOM);
        Element svg = Drawing.svg(width, height);
        grid(svg, area, width);
        Taken taken = new Taken(area);
        for (Span span : spans) {
            double from = area.x(x, span.from());
            svg.add(Drawing.box(from, area.top(), area.x(x, span.to()) - from, area.height(), "shade"));
            svg.add(Drawing.text(from + 4, area.top() + FONT, "start", "note", span.label()));
        }
        for (Line line : lines) {
            svg.add(path(area, line));
        }
        List<Spot> marked = new ArrayList<>(spots);
        lines.stream().filter(Line::marked).forEach(line -> marked.addAll(line.points()));
        // Draw more important marks on top of less important ones.
        List<Spot> ordered = marked.stream()
                .sorted((one, other) -> Boolean.compare(other.hollow(), one.hollow()))
                .toList();
        ordered.forEach(spot -> taken.take(area.x(x, spot.x()) - MARK, area.y(y, spot.y()) - MARK, 2 * MARK, 2 * MARK));
        ordered.forEach(spot -> keepBarsFree(area, taken, spot));
        lines.stream().filter(line -> !line.marked()).forEach(line -> toBeRead(svg, area, line));
        places.forEach(place -> place(svg, area, taken, place));
        ordered.forEach(spot -> mark(svg, area, spot));
        Taken drawn = new Taken(area);
        lines.forEach(line -> keepFree(area, drawn, line));
        ordered.stream().filter(spot -> !spot.hollow()).forEach(spot -> label(svg, area, taken, drawn, spot));
        ordered.stream().filter(Spot::hollow).forEach(spot -> label(svg, area, taken, drawn, spot));
        return svg;
    }

    /** Makes some of the values of a line without marks available on hover. */
    private void toBeRead(Element svg, Area area, Line line) {
        List<Spot> described = line.points().stream()
                .filter(point -> !point.description().isEmpty())
                .toList();
        int step = Math.max(1, (described.size() + MAX_READ - 1) / MAX_READ);
        for (int i = 0; i < described.size(); i += step) {
            Spot spot = described.get(i);
            Element mark = spot.series().mark(area.x(x, spot.x()), area.y(y, spot.y()), MARK, false);
            svg.add(Drawing.described(mark.with("class", spot.series().tone() + " mark hit"), spot.description()));
        }
    }

    private void grid(Element svg, Area area, int width) {
        for (double tick : y.ticks()) {
            double at = area.y(y, tick);
            svg.add(Drawing.line(area.left(), at, area.right(), at, "grid"));
            svg.add(Drawing.text(
                    area.left() - 6, at + FONT / 3, "end", "tick", y.label().apply(tick)));
        }
        double free = Double.NEGATIVE_INFINITY;
        for (double tick : x.ticks()) {
            double at = area.x(x, tick);
            svg.add(Drawing.line(at, area.top(), at, area.bottom(), "grid"));
            String words = x.label().apply(tick);
            double half = Drawing.widthOf(words, FONT) / 2;
            if (at - half > free) {
                double shown = Math.min(at, area.right() + MARGIN - half);
                svg.add(Drawing.text(shown, area.bottom() + FONT + 5, "middle", "tick", words));
                free = at + half + 6;
            }
        }
        double middle = Drawing.inside(area.left() + area.width() / 2, x.title(), FONT, width);
        svg.add(Drawing.text(middle, area.bottom() + 2 * FONT + 11, "middle", "axis", x.title()));
        svg.add(Drawing.text(0, 0, "middle", "axis", y.title())
                .with(
                        "transform",
                        "translate(" + Element.number(FONT) + " " + Element.number(area.top() + area.height() / 2)
                                + ") rotate(-90)"));
    }

    private void place(Element svg, Area area, Taken taken, Place place) {
        double wide = Drawing.widthOf(place.label(), FONT);
        if (place.vertical()) {
            double at = area.x(x, place.value());
            svg.add(Drawing.line(at, area.top(), at, area.bottom(), place.styleClass()));
            boolean right = at + 5 + wide < area.right();
            double left = right ? at + 5 : at - 5 - wide;
            double top = area.top() + 1;
            while (taken.overlaps(left, top, wide, FONT) && top + 2 * FONT < area.bottom()) {
                top += FONT + 2;
            }
            note(svg, taken, place.label(), left, top);
        } else {
            double at = area.y(y, place.value());
            svg.add(Drawing.line(area.left(), at, area.right(), at, place.styleClass()));
            double[][] corners = {
                {area.right() - wide, at - FONT - 3},
                {area.right() - wide, at + 3},
                {area.left() + 4, at - FONT - 3},
                {area.left() + 4, at + 3}
            };
            double[] free = Arrays.stream(corners)
                    .filter(corner -> !taken.overlaps(corner[0], corner[1], wide, FONT))
                    .findFirst()
                    .orElse(corners[0]);
            note(svg, taken, place.label(), free[0], free[1]);
        }
    }

    private static void note(Element svg, Taken taken, String words, double left, double top) {
        taken.take(left, top, Drawing.widthOf(words, FONT), FONT);
        svg.add(Drawing.text(left, top + FONT - 1, "start", "note", words));
    }

    private Element path(Area area, Line line) {
        String d = line.points().stream()
                .map(point -> Element.number(area.x(x, point.x())) + " " + Element.number(area.y(y, point.y())))
                .collect(Collectors.joining("L", "M", ""));
        String tone =
                line.points().isEmpty() ? "" : line.points().get(0).series().tone();
        return Element.of("path")
                .with("d", line.points().isEmpty() ? "" : d)
                .with("class", line.styleClass() + " " + tone);
    }

    /** Reserves small boxes along the line. */
    private void keepFree(Area area, Taken drawn, Line line) {
        for (int i = 1; i < line.points().size(); i++) {
            double fromX = area.x(x, line.points().get(i - 1).x());
            double fromY = area.y(y, line.points().get(i - 1).y());
            double alongX = area.x(x, line.points().get(i).x()) - fromX;
            double alongY = area.y(y, line.points().get(i).y()) - fromY;
            int boxes = (int) (Math.hypot(alongX, alongY) / LINE_BOX) + 1;
            for (int box = 0; box <= boxes; box++) {
                double part = (double) box / boxes;
                drawn.take(fromX + part * alongX - 1, fromY + part * alongY - 1, 2, 2);
            }
        }
    }

    private void keepBarsFree(Area area, Taken taken, Spot spot) {
        double atX = area.x(x, spot.x());
        double atY = area.y(y, spot.y());
        double left = area.x(x, spot.xLow());
        double high = area.y(y, spot.yHigh());
        taken.take(left, atY - 1, area.x(x, spot.xHigh()) - left, 2);
        taken.take(atX - 1, high, 2, area.y(y, spot.yLow()) - high);
    }

    private void mark(Element svg, Area area, Spot spot) {
        double atX = area.x(x, spot.x());
        double atY = area.y(y, spot.y());
        String tone = spot.series().tone() + " error" + (spot.hollow() ? " faint" : "");
        if (spot.xLow() < spot.xHigh()) {
            svg.add(Drawing.line(area.x(x, spot.xLow()), atY, area.x(x, spot.xHigh()), atY, tone));
        }
        if (spot.yLow() < spot.yHigh()) {
            svg.add(Drawing.line(atX, area.y(y, spot.yLow()), atX, area.y(y, spot.yHigh()), tone));
        }
        svg.add(Drawing.described(spot.series().mark(atX, atY, MARK, spot.hollow()), spot.description()));
    }

    /**
     * Places a label at the first position around its mark that is free of marks, labels and lines; otherwise over a line. It is
     * left out if marks and other labels leave no position.
     */
    private void label(Element svg, Area area, Taken taken, Taken drawn, Spot spot) {
        if (spot.label().isEmpty()) {
            return;
        }
        double wide = Drawing.widthOf(spot.label(), FONT - 1);
        double atX = area.x(x, spot.x());
        double atY = area.y(y, spot.y());
        double[][] around = {
            {atX + 7, atY - FONT / 2},
            {atX - 7 - wide, atY - FONT / 2},
            {atX + 4, atY - FONT - 2},
            {atX + 4, atY + 2},
            {atX - wide / 2, atY - FONT - 6},
            {atX - wide / 2, atY + 6},
            {atX - 4 - wide, atY - FONT - 2},
            {atX - 4 - wide, atY + 2}
        };
        List<double[]> free = Arrays.stream(around)
                .filter(corner -> !taken.overlaps(corner[0], corner[1], wide, FONT))
                .toList();
        free.stream()
                .filter(corner -> !drawn.overlaps(corner[0], corner[1], wide, FONT))
                .findFirst()
                .or(() -> free.stream().findFirst())
                .ifPresent(corner -> {
                    taken.take(corner[0], corner[1], wide, FONT);
                    svg.add(Drawing.text(
                            corner[0],
                            corner[1] + FONT - 2,
                            "start",
                            spot.series().tone() + " label" + (spot.hollow() ? " faint" : ""),
                            spot.label()));
                });
    }

    private record Area(double left, double top, double width, double height) {
        double right() {
            return left + width;
        }

        double bottom() {
            return top + height;
        }

        double x(Axis axis, double value) {
            return left + width * axis.place(value);
        }

        double y(Axis axis, double value) {
            return bottom() - height * axis.place(value);
        }
    }

    /** Keeps track of areas occupied by marks and labels. */
    private static final class Taken {
        private final Area area;
        private final List<double[]> boxes = new ArrayList<>();

        Taken(Area area) {
            this.area = area;
        }

        void take(double left, double top, double width, double height) {
            boxes.add(new double[] {left, top, left + width, top + height});
        }

        boolean overlaps(double left, double top, double width, double height) {
            boolean outside = left < area.left()
                    || left + width > area.right()
                    || top < area.top()
                    || top + height > area.bottom();
            return outside
                    || boxes.stream()
                            .anyMatch(box ->
                                    left < box[2] && left + width > box[0] && top < box[3] && top + height > box[1]);
        }
    }
}
