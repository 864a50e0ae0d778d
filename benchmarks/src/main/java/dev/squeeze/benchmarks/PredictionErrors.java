package dev.squeeze.benchmarks;

import dev.squeeze.engine.experiment.MachineDrift;
import dev.squeeze.engine.experiment.Metric;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The errors of predictions as tables, CSV and a picture. */
final class PredictionErrors {
    /** The claimed accuracy: the largest median and 90th percentile of the error. */
    private record Promise(String title, double median, double p90) {}

    private static final Map<Metric, Promise> PROMISES = promises();

    private final List<Error> errors = new ArrayList<>();
    private final Map<String, MachineDrift> drifts = new LinkedHashMap<>();

    /**
     * One figure of one load.
     *
     * @param data what was sent
     * @param load a label for the rate
     * @param recordsPerSecond the requested rate; not finite if there was none
     * @param relative predicted divided by measured, minus 1
     * @param asCalibrated the prediction for the machine as it was when it was calibrated
     * @param measuredHalfWidth relative half width of the measurement's interval over rounds; the prediction has none
     */
    record Error(
            String data,
            boolean keyed,
            int partitions,
            String load,
            double recordsPerSecond,
            String settings,
            Metric metric,
            double predicted,
            double asCalibrated,
            double measured,
            double measuredHalfWidth,
            int n) {
        double relative() {
            return predicted / measured - 1;
        }

        double relativeAsCalibrated() {
            return asCalibrated / measured - 1;
        }
    }

    void add(String data, MachineDrift drift) {
        drifts.put(data, drift);
    }

    private static Map<Metric, Promise> promises() {
        Map<Metric, Promise> promises = new LinkedHashMap<>();
        promises.put(Metric.RATIO, new Promise("ratio on disk", 0.01, 0.03));
        promises.put(Metric.RECORDS_PER_BATCH, new Promise("records per batch", 0.05, 0.15));
        promises.put(Metric.PRODUCER_CPU, new Promise("producer CPU per GB", 0.10, 0.25));
        promises.put(Metric.BROKER_CPU, new Promise("broker CPU per GB", 0.15, 0.30));
        promises.put(Metric.CONSUMER_CPU, new Promise("consumer CPU per GB", 0.10, 0.25));
        promises.put(Metric.RECORDS_PER_SECOND, new Promise("highest rate", 0.10, 0.25));
        return promises;
    }

    void add(Error error) {
        errors.add(error);
    }

    String render() {
        StringBuilder text = new StringBuilder("\n## All\n\n");
        Table all = new Table(
                1,
                "quantity",
                "n",
                "median error %",
                "p90 %",
                "worst %",
                "bias %",
                "promised median %",
                "p90 %",
                "measured interval, median +-%",
                "as calibrated, median error %",
                "p90 %");
        PROMISES.forEach((metric, promise) -> {
            List<Error> of =
                    errors.stream().filter(error -> error.metric() == metric).toList();
            if (!of.isEmpty()) {
                double[] sizes = sizes(of, Error::relative);
                double[] before = sizes(of, Error::relativeAsCalibrated);
                all.row(
                        promise.title(),
                        String.valueOf(of.size()),
                        Table.percent(Quantile.of(sizes, 0.5)),
                        Table.percent(Quantile.of(sizes, 0.9)),
                        Table.percent(sizes[sizes.length - 1]),
                        Table.percent(of.stream()
                                .mapToDouble(Error::relative)
                                .average()
                                .orElse(0)),
                        Table.percent(promise.median()),
                        Table.percent(promise.p90()),
                        Table.percent(Quantile.of(
                                of.stream()
                                        .mapToDouble(Error::measuredHalfWidth)
                                        .sorted()
                                        .toArray(),
                                0.5)),
                        Table.percent(Quantile.of(before, 0.5)),
                        Table.percent(Quantile.of(before, 0.9)));
            }
        });
        text.append(all.render());
        machine(text);
        section(text, "By rate", Error::load);
        section(text, "By keys and partitions", error -> (error.keyed() ? "keys, " : "no keys, ") + error.partitions());
        section(text, "By data", Error::data);
        section(text, "By settings", Error::settings);
        text.append("\n## The worst\n\n");
        Table worst = new Table(
                5, "quantity", "data", "keys", "rate", "settings", "partitions", "predicted", "measured", "error %");
        PROMISES.forEach((metric, promise) -> errors.stream()
                .filter(error -> error.metric() == metric)
                .sorted(Comparator.comparingDouble((Error error) -> -Math.abs(error.relative())))
                .limit(3)
                .forEach(error -> worst.row(
                        promise.title(),
                        error.data(),
                        error.keyed() ? "yes" : "no",
                        error.load(),
                        error.settings(),
                        String.valueOf(error.partitions()),
                        Table.number("%.4g", error.predicted()),
                        Table.number("%.4g", error.measured()),
                        Table.number("%+.1f", 100 * error.relative()))));
        return text.append(worst.render()).toString();
    }

    /** Median and 90th percentile for each quantity, in groups. */
    private void section(StringBuilder text, String title, Function<Error, String> group) {
        text.append("\n## ").append(title).append(" (median / p90, %)\n\n");
        List<String> head = new ArrayList<>(List.of(""));
        PROMISES.values().forEach(promise -> head.add(promise.title()));
        Table table = new Table(1, head.toArray(String[]::new));
        errors.stream()
                .collect(Collectors.groupingBy(group, LinkedHashMap::new, Collectors.toList()))
                .forEach((name, of) -> {
                    List<String> row = new ArrayList<>(List.of(name));
                    PROMISES.keySet().forEach(metric -> {
                        double[] sizes = sizes(
                                of.stream()
                                        .filter(error -> error.metric() == metric)
                                        .toList(),
                                Error::relative);
                        row.add(
                                sizes.length == 0
                                        ? "-"
                                        : Table.number(
                                                "%.1f / %.1f",
                                                100 * Quantile.of(sizes, 0.5), 100 * Quantile.of(sizes, 0.9)));
                    });
                    table.row(row.toArray(String[]::new));
                });
        text.append(table.render());
    }

    /** Drift of the machine from its calibration during the runs of each source. */
    private void machine(StringBuilder text) {
        if (drifts.isEmpty()) {
            return;
        }
        text.append("\n## The machine since its calibration\n\n");
        Table table = new Table(1, "data", "work, times", "after rests, times", "spread %", "loads");
        drifts.forEach((data, drift) -> table.row(
                data,
                Table.number("%.2f", drift.factors().work()),
                Table.number("%.2f", drift.factors().wakeUp()),
                Table.percent(drift.factors().spread()),
                String.valueOf(drift.loads())));
        text.append(table.render());
    }

    private static double[] sizes(List<Error> of, ToDoubleFunction<Error> relative) {
        return of.stream()
                .mapToDouble(error -> Math.abs(relative.applyAsDouble(error)))
                .sorted()
                .toArray();
    }

    String csv() {
        StringBuilder text = new StringBuilder(
                "data,keyed,partitions,load,records_per_second,settings,metric,predicted,as_calibrated,measured,measured_half_width,n,relative_error\n");
        errors.forEach(error -> text.append(String.format(
                Locale.ROOT,
                "%s,%s,%d,%s,%s,\"%s\",%s,%.6g,%.6g,%.6g,%.4f,%d,%.4f%n",
                error.data(),
                error.keyed(),
                error.partitions(),
                error.load(),
                Double.isFinite(error.recordsPerSecond())
                        ? String.format(Locale.ROOT, "%.1f", error.recordsPerSecond())
                        : "",
                error.settings(),
                error.metric().key(),
                error.predicted(),
                error.asCalibrated(),
                error.measured(),
                error.measuredHalfWidth(),
                error.n(),
                error.relative())));
        return text.toString();
    }

    /** Every error as a dot on a line per quantity, with the claimed accuracy as a band. */
    String picture() {
        int width = 860;
        int rowHeight = 74;
        int left = 190;
        double most = 0.6;
        double scale = (width - left - 30) / (2 * most);
        double middle = left + most * scale;
        int height = 50 + rowHeight * PROMISES.size();
        StringBuilder svg = new StringBuilder(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"13\"%n"
                        + "  role=\"img\" aria-label=\"Errors of predictions, predicted over measured\">%n"
                        + "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>%n",
                width,
                height));
        int row = 0;
        for (Map.Entry<Metric, Promise> entry : PROMISES.entrySet()) {
            double y = 30 + rowHeight * row++;
            Promise promise = entry.getValue();
            band(svg, middle, y, promise.p90() * scale, "#e8eef7");
            band(svg, middle, y, promise.median() * scale, "#c4d4ec");
            svg.append(String.format(
                    Locale.ROOT,
                    "<text x=\"%d\" y=\"%.0f\" text-anchor=\"end\" fill=\"#1a1a1a\">%s</text>%n",
                    left - 14,
                    y + rowHeight / 2.0,
                    promise.title()));
            int number = 0;
            for (Error error : errors) {
                if (error.metric() == entry.getKey()) {
                    double at = Math.max(-most, Math.min(most, error.relative()));
                    // Cycle through the band's height, so that dots at the same position do not overlap.
                    // another.
                    double down = 8 + number++ * 23 % (rowHeight - 20);
                    svg.append(String.format(
                            Locale.ROOT,
                            "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.6\" fill=\"#1f4e9c\" fill-opacity=\"0.55\"><title>%s: %+.1f"
                                    + " %%</title></circle>%n",
                            middle + at * scale,
                            y + down,
                            error.data() + ", " + error.load(),
                            100 * error.relative()));
                }
            }
        }
        for (int percent = -60; percent <= 60; percent += 20) {
            double x = middle + percent / 100.0 * scale;
            svg.append(String.format(
                    Locale.ROOT,
                    "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"24\" y2=\"%d\" stroke=\"%s\" stroke-width=\"0.7\"/>%n"
                            + "<text x=\"%.1f\" y=\"16\" text-anchor=\"middle\" fill=\"#444444\">%+d %%</text>%n",
                    x,
                    x,
                    height - 20,
                    percent == 0 ? "#333333" : "#bbbbbb",
                    x,
                    percent));
        }
        return svg.append("</svg>\n").toString();
    }

    private static void band(StringBuilder svg, double middle, double y, double halfWidth, String colour) {
        svg.append(String.format(
                Locale.ROOT,
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"66\" fill=\"%s\"/>%n",
                middle - halfWidth,
                y,
                2 * halfWidth,
                colour));
    }
}
