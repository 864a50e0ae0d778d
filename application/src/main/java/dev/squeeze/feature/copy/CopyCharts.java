package dev.squeeze.feature.copy;

import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.PageParts;
import dev.squeeze.kit.document.TextTable;
import dev.squeeze.kit.document.html.Axis;
import dev.squeeze.kit.document.html.Element;
import dev.squeeze.kit.document.html.Series;
import dev.squeeze.kit.document.html.Spot;
import dev.squeeze.kit.document.html.XyChart;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.unit.ByteCount;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;

/** Charts of the copying over time, for the source and for each copy. */
final class CopyCharts {
    static final Series SOURCE = new Series("source", "c-source", Series.Shape.SQUARE);

    /** More points would only make the lines thicker. */
    private static final int MAX_POINTS = 120;

    private static final int MIN_POINTS = 3;
    private static final int MAX_ROWS = 20;
    private static final double MANY_SECONDS = 600;
    private static final double MANY_MINUTES = 180;

    private final CopyReport report;
    private final Map<Series, List<Step>> lines = new LinkedHashMap<>();

    /** Bytes between two moments, in seconds. */
    private record Step(double from, double to, long bytes, long bytesSoFar) {
        double bytesPerSecond() {
            return bytes / Math.max(1e-3, to - from);
        }
    }

    CopyCharts(CopyReport report) {
        this.report = report;
        put(SOURCE, report.sourceOverTime(), CopyPoint::sourceBytes);
        report.copies().forEach(copy -> put(series(copy), copy.overTime(), CopyPoint::writtenBytes));
    }

    private void put(Series series, List<CopyPoint> points, ToLongFunction<CopyPoint> bytes) {
        List<Step> steps = new ArrayList<>();
        int groupSize = Math.max(1, (points.size() + MAX_POINTS - 1) / MAX_POINTS);
        double from = 0;
        long soFar = 0;
        for (int i = 0; i < points.size(); i += groupSize) {
            List<CopyPoint> group = points.subList(i, Math.min(points.size(), i + groupSize));
            long more = group.stream().mapToLong(bytes).sum();
            soFar += more;
            // Copies take turns: a turn's bytes count for the time since the previous one.
            double to = group.get(group.size() - 1).toSeconds();
            steps.add(new Step(from, to, more, soFar));
            from = to;
        }
        lines.put(series, steps);
    }

    /** The copy's series in the legend; several levels of a codec share its colour. */
    Series series(CopyReport.Copy copy) {
        List<CopyReport.Copy> copies = report.copies();
        int index = copies.indexOf(copy);
        if (copy.codec().equals(CopyTarget.KEEP)) {
            return Series.nth(copy.codec(), 0);
        }
        long sameCodec = copies.stream()
                .limit(index)
                .filter(other -> type(other).equals(type(copy)))
                .count();
        return PageParts.series(Codec.parse(copy.codec()).type(), copy.codec(), (int) sameCodec);
    }

    private static String type(CopyReport.Copy copy) {
        return copy.codec().equals(CopyTarget.KEEP)
                ? CopyTarget.KEEP
                : Codec.parse(copy.codec()).type().label();
    }

    /** Empty if copying ended too soon for a meaningful chart. */
    List<Element> overTime() {
        boolean enough = lines.values().stream().anyMatch(steps -> steps.size() >= MIN_POINTS);
        return enough ? List.of(soFar(), rate()) : List.of();
    }

    private Element soFar() {
        long max = lines.values().stream()
                .flatMap(List::stream)
                .mapToLong(Step::bytesSoFar)
                .max()
                .orElse(1);
        Scale scale = Scale.of(max);
        Clock clock = clock();
        XyChart chart = new XyChart(
                "Before and after: bytes so far",
                "Stored bytes read from the source, and stored bytes of each copy.",
                clock.axis(),
                Axis.linear(scale.unit(), 0, max / scale.bytes(), Figures::axis));
        lines.forEach((series, steps) -> {
            List<Spot> points = new ArrayList<>();
            points.add(Spot.at(0, 0, series, ""));
            steps.forEach(step ->
                    points.add(Spot.at(step.to() / clock.seconds(), step.bytesSoFar() / scale.bytes(), series, "")));
            chart.plainLine(points);
            if (!steps.isEmpty()) {
                chart.spot(end(series, steps.get(steps.size() - 1), scale, clock));
            }
        });
        return chart.figure();
    }

    private static Spot end(Series series, Step last, Scale scale, Clock clock) {
        double x = last.to() / clock.seconds();
        double y = last.bytesSoFar() / scale.bytes();
        String words = series.name() + " " + new ByteCount(last.bytesSoFar());
        return new Spot(x, x, x, y, y, y, series, false, words, words);
    }

    /** The first chart as a table, at up to {@link #MAX_ROWS} points in time. */
    TextTable table() {
        List<String> head = new ArrayList<>(List.of("seconds"));
        lines.keySet().forEach(series -> head.add(series.name()));
        TextTable table = new TextTable(1).row(head.toArray(String[]::new));
        List<Step> moments =
                lines.values().stream().max(Comparator.comparingInt(List::size)).orElse(List.of());
        int every = Math.max(1, (moments.size() + MAX_ROWS - 1) / MAX_ROWS);
        for (int i = 0; i < moments.size(); i++) {
            if (i % every == every - 1 || i == moments.size() - 1) {
                double until = moments.get(i).to();
                List<String> row = new ArrayList<>(List.of(String.format(Locale.ROOT, "%,.1f", until)));
                lines.values().forEach(steps -> row.add(new ByteCount(until(steps, until)).toString()));
                table.row(row.toArray(String[]::new));
            }
        }
        return table;
    }

    private static long until(List<Step> steps, double seconds) {
        return steps.stream()
                .filter(step -> step.to() <= seconds)
                .mapToLong(Step::bytesSoFar)
                .max()
                .orElse(0);
    }

    private Element rate() {
        double max = lines.values().stream()
                .flatMap(List::stream)
                .mapToDouble(Step::bytesPerSecond)
                .max()
                .orElse(1);
        Scale scale = Scale.of(max);
        Clock clock = clock();
        XyChart chart = new XyChart(
                "Bytes per second",
                report.copies().size() > 1
                        ? "Copies take turns; the bytes of a turn count for the time since the previous one."
                        : "Stored bytes read from the source, and stored bytes of the copy.",
                clock.axis(),
                Axis.linear(scale.unit() + "/s", 0, max / scale.bytes(), Figures::axis));
        lines.forEach((series, steps) -> {
            List<Spot> points = new ArrayList<>();
            for (Step step : steps) {
                double rate = step.bytesPerSecond() / scale.bytes();
                String words = String.format(
                        Locale.ROOT,
                        "%s: %s %s/s until %,.1f s",
                        series.name(),
                        Figures.number(rate),
                        scale.unit(),
                        step.to());
                points.add(Spot.at(step.from() / clock.seconds(), rate, series, ""));
                points.add(Spot.at(step.to() / clock.seconds(), rate, series, words));
            }
            chart.plainLine(points);
        });
        return chart.figure();
    }

    /** The unit that keeps the largest value short. */
    private record Scale(String unit, double bytes) {
        static Scale of(double largest) {
            if (largest >= 4.0 * ByteCount.GIB) {
                return new Scale("GiB", ByteCount.GIB);
            }
            return largest >= 4.0 * ByteCount.MIB ? new Scale("MiB", ByteCount.MIB) : new Scale("KiB", ByteCount.KIB);
        }
    }

    /** The time unit, in seconds, and the axis that uses it. */
    private record Clock(Axis axis, double seconds) {}

    private Clock clock() {
        double last = lines.values().stream()
                .flatMap(List::stream)
                .mapToDouble(Step::to)
                .max()
                .orElse(1);
        double seconds = last < MANY_SECONDS ? 1 : last < 60 * MANY_MINUTES ? 60 : 3_600;
        String unit = seconds == 1 ? "seconds" : seconds == 60 ? "minutes" : "hours";
        return new Clock(Axis.linear(unit + " since copying began", 0, last / seconds, Figures::axis), seconds);
    }
}
