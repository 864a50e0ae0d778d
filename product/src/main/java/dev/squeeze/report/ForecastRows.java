package dev.squeeze.report;

import dev.squeeze.experiment.Metric;
import dev.squeeze.report.html.Axis;
import dev.squeeze.report.html.BarChart;
import dev.squeeze.report.html.Element;
import dev.squeeze.report.html.Series;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/** Figures that were foretold and measured, as rows of a table and as charts. */
final class ForecastRows {
    /** Errors beyond tell no more there. */
    private static final double LEAST_QUOTIENT = 0.1;

    private static final double MOST_QUOTIENT = 10;

    private ForecastRows() {}

    /** The head of a table whose first column holds this. */
    static List<String> head(String first) {
        return List.of(first, "figure", "foretold", "measured", "foretold is", "");
    }

    /** @param name of settings or of an arm */
    record Row(String name, VerificationInfo.CheckInfo check) {
        List<String> cells() {
            return List.of(
                    name,
                    title() + ", " + check.unit(),
                    Figures.number(check.predicted()),
                    measured(),
                    String.format(Locale.ROOT, "%+.1f %%", 100 * check.relativeError()),
                    check.agrees() ? "" : "beyond the intervals");
        }

        private String title() {
            return Metric.withKey(check.metric()).map(Metric::title).orElse(check.metric());
        }

        private String measured() {
            if (check.measuredLow().isEmpty() || check.measuredHigh().isEmpty()) {
                return Figures.number(check.measured());
            }
            double half = Math.max(
                    check.measuredHigh().getAsDouble() - check.measured(),
                    check.measured() - check.measuredLow().getAsDouble());
            return Figures.number(check.measured()) + " " + Figures.percent(half / check.measured());
        }

        private double quotient() {
            return check.measured() / check.predicted();
        }

        private double low() {
            return check.measuredLow().orElse(check.measured()) / check.predicted();
        }

        private double high() {
            return check.measuredHigh().orElse(check.measured()) / check.predicted();
        }
    }

    /** Measured over foretold, a chart for each figure. */
    static List<Element> charts(List<Row> rows) {
        Map<String, List<Row>> byMetric = new LinkedHashMap<>();
        rows.forEach(row -> byMetric.computeIfAbsent(row.check().metric(), key -> new ArrayList<>())
                .add(row));
        List<Element> charts = new ArrayList<>();
        byMetric.forEach((metric, all) -> charts.add(chart(all)));
        return charts;
    }

    private static Element chart(List<Row> rows) {
        double low = rows.stream()
                .mapToDouble(Row::low)
                .filter(value -> value > 0)
                .min()
                .orElse(1);
        double high = rows.stream().mapToDouble(Row::high).max().orElse(1);
        String title = rows.get(0).title();
        BarChart chart = new BarChart(
                title.substring(0, 1).toUpperCase(Locale.ROOT) + title.substring(1),
                "",
                Axis.logarithmic(
                        "times what was foretold",
                        Math.max(LEAST_QUOTIENT, Math.min(low, 0.8)),
                        Math.min(MOST_QUOTIENT, Math.max(high, 1.25)),
                        Figures::axis),
                OptionalDouble.of(1));
        for (Row row : rows) {
            Series series = row.check().agrees()
                    ? new Series("agrees", "good", Series.Shape.CIRCLE)
                    : new Series("beyond the intervals", "bad", Series.Shape.SQUARE);
            String words = String.format(Locale.ROOT, "%.2f", row.quotient());
            chart.row(new BarChart.Row(
                    row.name(),
                    List.of(new BarChart.Part(
                            series, row.quotient(), row.name() + ": measured " + words + " times what was foretold")),
                    row.low(),
                    row.high(),
                    words + "x"));
        }
        return chart.figure();
    }
}
