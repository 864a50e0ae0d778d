package dev.squeeze.feature.watch;

import dev.squeeze.feature.watch.WatchedTopic.Point;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.html.Axis;
import dev.squeeze.kit.document.html.Element;
import dev.squeeze.kit.document.html.Series;
import dev.squeeze.kit.document.html.Spot;
import dev.squeeze.kit.document.html.XyChart;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Line charts over time for the largest topics, on HTML pages. */
final class WatchCharts {
    private static final int TOPICS = 6;
    private static final int MIN_POINTS = 3;
    private static final double MANY_HOURS = 72;
    private static final double MANY_MINUTES = 180;

    private final WatchResult watch;
    private final Instant from;
    private final String unit;
    private final double unitSeconds;

    WatchCharts(WatchResult watch) {
        this.watch = watch;
        this.from = watch.observation().from();
        double seconds = seconds(watch.observation().until());
        boolean days = seconds > MANY_HOURS * 3600;
        boolean hours = seconds > MANY_MINUTES * 60;
        this.unit = days ? "days" : hours ? "hours" : "minutes";
        this.unitSeconds = days ? 86_400 : hours ? 3_600 : 60;
    }

    private double seconds(Instant at) {
        return Duration.between(from, at).toMillis() / 1e3;
    }

    /** Empty if no topic has enough points. */
    List<Element> figures() {
        List<WatchedTopic> shown = watch.topics().stream()
                .filter(topic -> topic.overTime().size() >= MIN_POINTS)
                .limit(TOPICS)
                .toList();
        return shown.isEmpty()
                ? List.of()
                : List.of(
                        chart("Stored bytes per record", "bytes/record", shown, Point::bytesPerRecord),
                        chart("Records per batch", "records/batch", shown, Point::recordsPerBatch),
                        chart("Records per second", "records/s", shown, Point::recordsPerSecond));
    }

    private Element chart(String title, String axis, List<WatchedTopic> topics, ToDoubleFunction<Point> figure) {
        double most = topics.stream()
                .flatMap(topic -> topic.overTime().stream())
                .mapToDouble(figure)
                .max()
                .orElse(1);
        double end = seconds(watch.observation().until()) / unitSeconds;
        XyChart chart = new XyChart(
                title,
                title + " of the largest topics, with all detected changes.",
                Axis.linear(unit + " since " + time(from), 0, end, Figures::axis),
                Axis.linear(axis, 0, most, Figures::axis));
        for (int i = 0; i < topics.size(); i++) {
            Series series = Series.nth(topics.get(i).topic(), i);
            List<Spot> points = new ArrayList<>();
            String topic = topics.get(i).topic();
            topics.get(i)
                    .overTime()
                    .forEach(point -> points.add(Spot.at(
                            seconds(point.at()) / unitSeconds,
                            figure.applyAsDouble(point),
                            series,
                            topic + ", " + time(point.at()) + ": " + Figures.number(figure.applyAsDouble(point)) + " "
                                    + axis)));
            chart.plainLine(points);
        }
        watch.change().ifPresent(change -> chart.markX(seconds(change.at()) / unitSeconds, "change"));
        watch.marks().stream()
                .filter(mark -> topics.stream().anyMatch(topic -> topic.topic().equals(mark.topic())))
                .limit(TOPICS)
                .forEach(mark -> chart.markX(
                        seconds(mark.at()) / unitSeconds, mark.kind().words()));
        return chart.figure();
    }

    static String time(Instant at) {
        return at.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
