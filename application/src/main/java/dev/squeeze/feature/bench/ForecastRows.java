package dev.squeeze.feature.bench;

import dev.squeeze.engine.experiment.Metric;
import dev.squeeze.engine.experiment.Verification;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.html.Axis;
import dev.squeeze.kit.document.html.BarChart;
import dev.squeeze.kit.document.html.Element;
import dev.squeeze.kit.document.html.Series;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/** Predicted and measured figures, as rows of a table and as charts. */
public final class ForecastRows {
    /** Charts are cut off beyond these ratios. */
    private static final double MIN_QUOTIENT = 0.1;

    private static final double MAX_QUOTIENT = 10;

    private ForecastRows() {}

    /** @param first title of the first column */
    public static List<String> head(String first) {
        return List.of(first, "figure", "predicted", "measured", "error", "");
    }

    /** @param name of settings or of an arm */
    public record Row(String name, VerificationInfo.CheckInfo check) {
        public List<String> cells() {
            return List.of(
                    name,
                    figure(),
                    Figures.number(check.predicted()),
                    measured(),
                    String.format(Locale.ROOT, "%+.1f %%", 100 * check.relativeError()),
                    check.verdict().words());
        }

        /** Title with its unit, unless the title contains it. */
        private String figure() {
            return title().contains(check.unit()) ? title() : title() + ", " + check.unit();
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
            String figure = check.measured() < 100
                    ? Figures.number(check.measured())
                    : Figures.uncertain("%,.0f", check.measured(), half / check.measured());
            return figure + " " + Figures.percent(half / check.measured());
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

    /** Measured divided by predicted, one chart per figure. */
    public static List<Element> charts(List<Row> rows) {
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
                        "measured / predicted",
                        Math.max(MIN_QUOTIENT, Math.min(low, 0.8)),
                        Math.min(MAX_QUOTIENT, Math.max(high, 1.25)),
                        Figures::axis),
                OptionalDouble.of(1));
        for (Row row : rows) {
            String words = String.format(Locale.ROOT, "%.2f", row.quotient());
            chart.row(new BarChart.Row(
                    row.name(),
                    List.of(new BarChart.Part(
                            series(row.check().verdict()),
                            row.quotient(),
                            row.name() + ": measured " + words + " times the prediction")),
                    row.low(),
                    row.high(),
                    words + "x"));
        }
        return chart.figure();
    }

    private static Series series(Verification.Verdict verdict) {
        return switch (verdict) {
            case MATCH -> new Series(verdict.words(), "good", Series.Shape.CIRCLE);
            case MISMATCH -> new Series(verdict.words(), "bad", Series.Shape.SQUARE);
            case INCONCLUSIVE -> new Series(verdict.words(), "even", Series.Shape.DIAMOND);
        };
    }
}
