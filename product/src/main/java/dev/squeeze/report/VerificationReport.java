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

/** What was foretold beside what was measured, as words, table and charts. */
final class VerificationReport {
    static final String TITLE = "Foretold, and measured live";

    /** Errors beyond tell no more there. */
    private static final double LEAST_QUOTIENT = 0.1;

    private static final double MOST_QUOTIENT = 10;

    private final VerificationInfo info;

    VerificationReport(VerificationInfo info) {
        this.info = info;
    }

    /** What it comes to, then how it was run. */
    List<String> words() {
        List<String> lines = new ArrayList<>(info.words());
        VerificationInfo.LoadInfo load = info.load();
        String where = info.cluster().embedded()
                ? "on " + load.brokers() + " embedded broker" + (load.brokers() == 1 ? "" : "s")
                : "on the cluster at " + info.cluster().bootstrap().orElse("?");
        lines.add(String.format(
                Locale.ROOT,
                "Run %s: %s records/s at equal distances from %d producer%s%s, %d partitions, %d replica%s; %d rounds of %.1f s"
                        + " for each setting%s, ± is the interval at 95 %% over rounds.",
                where,
                Figures.number(load.recordsPerSecond()),
                load.producers(),
                load.producers() == 1 ? "" : "s",
                load.producers() == load.ofProducers() ? "" : " of " + load.ofProducers() + ", with their share",
                load.partitions(),
                load.replicationFactor(),
                load.replicationFactor() == 1 ? "" : "s",
                info.rounds() - info.roundsLeftOut(),
                info.trialSeconds(),
                info.roundsLeftOut() == 0 ? "" : " (" + info.roundsLeftOut() + " before them warmed up)"));
        info.failure().ifPresent(reason -> lines.add("It ended early: " + reason));
        if (info.interrupted()) {
            lines.add("It was interrupted: what is shown is of the rounds until then.");
        }
        return lines;
    }

    /** A figure a row, setting by setting. */
    TextTable table() {
        TextTable table = new TextTable(2).namesOnce().wordsLast();
        table.row("setting", "figure", "foretold", "measured", "foretold is", "");
        for (VerificationInfo.VerifiedInfo one : info.runs()) {
            String name = one.settings() + " (" + one.standing() + ")";
            if (!one.arm().valid() || !one.heldRate()) {
                table.row(name, trouble(one), "", "", "", "not compared");
                continue;
            }
            for (VerificationInfo.CheckInfo check : one.checks()) {
                table.row(
                        name,
                        title(check) + ", " + check.unit(),
                        Figures.number(check.predicted()),
                        measured(check),
                        error(check),
                        check.agrees() ? "" : "beyond the intervals");
            }
        }
        return table;
    }

    private static String trouble(VerificationInfo.VerifiedInfo one) {
        return one.arm().valid()
                ? "did not hold the rate"
                : one.arm().problems().stream().findFirst().orElse("no round was completed");
    }

    static String title(VerificationInfo.CheckInfo check) {
        return Metric.withKey(check.metric()).map(Metric::title).orElse(check.metric());
    }

    private static String measured(VerificationInfo.CheckInfo check) {
        if (check.measuredLow().isEmpty() || check.measuredHigh().isEmpty()) {
            return Figures.number(check.measured());
        }
        double half = Math.max(
                check.measuredHigh().getAsDouble() - check.measured(),
                check.measured() - check.measuredLow().getAsDouble());
        return Figures.number(check.measured()) + " " + Figures.percent(half / check.measured());
    }

    private static String error(VerificationInfo.CheckInfo check) {
        return String.format(Locale.ROOT, "%+.1f %%", 100 * check.relativeError());
    }

    /** Measured over foretold, a chart for each figure, a row for each setting. */
    List<Element> charts() {
        Map<String, List<Row>> byMetric = new LinkedHashMap<>();
        for (VerificationInfo.VerifiedInfo one : info.runs()) {
            if (one.arm().valid() && one.heldRate()) {
                one.checks().forEach(check -> byMetric.computeIfAbsent(check.metric(), key -> new ArrayList<>())
                        .add(new Row(one.settings().toString(), check)));
            }
        }
        List<Element> charts = new ArrayList<>();
        byMetric.forEach((metric, rows) -> charts.add(chart(rows)));
        return charts;
    }

    private record Row(String name, VerificationInfo.CheckInfo check) {
        double quotient() {
            return check.measured() / check.predicted();
        }

        double low() {
            return check.measuredLow().orElse(check.measured()) / check.predicted();
        }

        double high() {
            return check.measuredHigh().orElse(check.measured()) / check.predicted();
        }
    }

    private static Element chart(List<Row> rows) {
        double low = rows.stream()
                .mapToDouble(Row::low)
                .filter(value -> value > 0)
                .min()
                .orElse(1);
        double high = rows.stream().mapToDouble(Row::high).max().orElse(1);
        String title = title(rows.get(0).check());
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
