package dev.squeeze.feature.bench;

import dev.squeeze.engine.experiment.Metric;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.PageParts;
import dev.squeeze.kit.document.html.Axis;
import dev.squeeze.kit.document.html.BarChart;
import dev.squeeze.kit.document.html.Element;
import dev.squeeze.kit.document.html.Series;
import dev.squeeze.kit.document.html.Spot;
import dev.squeeze.kit.document.html.XyChart;
import dev.squeeze.kit.format.CodecType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** The charts of a benchmark, without arms that failed. */
final class BenchCharts {
    private static final List<Metric> ROLES = List.of(
            Metric.APPLICATION_CPU,
            Metric.PRODUCER_NETWORK_CPU,
            Metric.REQUEST_HANDLER_CPU,
            Metric.BROKER_NETWORK_CPU,
            Metric.REPLICATION_CPU,
            Metric.CONSUMER_CPU);

    /** Intervals are cut off below this ratio, and above {@link #MAX_QUOTIENT}. */
    private static final double MIN_QUOTIENT = 0.05;

    private static final double MAX_QUOTIENT = 20;

    private final BenchResult result;
    private final List<ArmInfo> arms;
    private final BenchPrecision precision;

    BenchCharts(BenchResult result) {
        this.result = result;
        this.precision = new BenchPrecision(result);
        this.arms = result.arms().stream().filter(ArmInfo::valid).toList();
    }

    /** The series of an arm, in the colour of its codec unless all arms have the same codec. */
    private Series series(int index) {
        String label = arms.get(index).label();
        String codec = codec(arms.get(index));
        if (arms.size() > 1 && arms.stream().allMatch(arm -> codec(arm).equals(codec))) {
            return Series.nth(label, index);
        }
        long sameCodec = arms.stream()
                .limit(index)
                .filter(arm -> codec(arm).equals(codec))
                .count();
        return CodecType.named(codec)
                .map(type -> PageParts.series(type, label, (int) sameCodec))
                .orElseGet(() -> Series.nth(label, index));
    }

    private static String codec(ArmInfo arm) {
        return arm.settings().producerProperties().getOrDefault("compression.type", CodecType.NONE.label());
    }

    /** The ratio of each arm to the baseline, one chart per metric. */
    List<Element> comparisons() {
        Map<String, List<ComparisonInfo>> byMetric = new LinkedHashMap<>();
        result.comparisons()
                .forEach(comparison -> byMetric.computeIfAbsent(comparison.metric(), key -> new ArrayList<>())
                        .add(comparison));
        List<Element> charts = new ArrayList<>();
        byMetric.forEach((metric, all) -> charts.add(quotients(metric, all)));
        return charts;
    }

    private Element quotients(String key, List<ComparisonInfo> all) {
        Optional<Metric> metric = Metric.withKey(key);
        double low = all.stream()
                .mapToDouble(ComparisonInfo::low)
                .filter(value -> value > 0)
                .min()
                .orElse(0.5);
        double high = all.stream().mapToDouble(ComparisonInfo::high).max().orElse(2);
        String title = metric.map(Metric::title).orElse(key);
        BarChart chart = new BarChart(
                title.substring(0, 1).toUpperCase(Locale.ROOT) + title.substring(1),
                "",
                Axis.logarithmic(
                        "ratio to " + all.get(0).baseline(),
                        Math.max(MIN_QUOTIENT, Math.min(low, 0.8)),
                        Math.min(MAX_QUOTIENT, Math.max(high, 1.25)),
                        Figures::axis),
                OptionalDouble.of(1));
        for (ComparisonInfo comparison : all) {
            String verdict = BenchTables.verdict(comparison, result.minEffect());
            Series series = series(comparison);
            String words = BenchTables.times(comparison);
            chart.row(new BarChart.Row(
                    comparison.arm(),
                    List.of(new BarChart.Part(
                            series, comparison.ratio(), comparison.arm() + ": " + words + " times, " + verdict)),
                    comparison.low(),
                    comparison.high(),
                    comparison.isTooWide() ? words : words + "x"));
        }
        return chart.figure();
    }

    private static Series series(ComparisonInfo comparison) {
        if (!comparison.difference()) {
            return new Series("no difference detected", "even", Series.Shape.DIAMOND);
        }
        return switch (comparison.direction()) {
            case BETTER -> new Series("better", "good", Series.Shape.CIRCLE);
            case WORSE -> new Series("worse", "bad", Series.Shape.SQUARE);
            case MORE, LESS -> new Series("different", "tone-0", Series.Shape.TRIANGLE);
        };
    }

    List<Element> throughput() {
        List<Element> charts = new ArrayList<>();
        for (Metric metric : List.of(Metric.RECORDS_PER_SECOND, Metric.RATIO, Metric.CONSUMER_RECORDS_PER_SECOND)) {
            if (arms.stream().anyMatch(arm -> arm.metric(metric).isPresent())) {
                charts.add(bars(metric));
            }
        }
        return charts;
    }

    private Element bars(Metric metric) {
        double most = arms.stream()
                .flatMap(arm -> arm.metric(metric).stream())
                .mapToDouble(figure -> figure.high().orElse(figure.estimate()))
                .max()
                .orElse(1);
        String title = metric.title();
        BarChart chart = new BarChart(
                title.substring(0, 1).toUpperCase(Locale.ROOT) + title.substring(1),
                "",
                Axis.linear(metric.unit().equals("x") ? "ratio" : metric.unit(), 0, most, Figures::axis));
        for (ArmInfo arm : arms) {
            arm.metric(metric).ifPresent(figure -> {
                String words = precision.of(metric, figure, metric.unit().equals("x") ? "%.2fx" : "%,.0f");
                chart.row(new BarChart.Row(
                        arm.label(),
                        List.of(new BarChart.Part(
                                new Series(metric.title(), "tone-0", Series.Shape.SQUARE),
                                figure.estimate(),
                                arm.label() + ": " + words)),
                        figure.low().orElse(figure.estimate()),
                        figure.high().orElse(figure.estimate()),
                        words));
            });
        }
        return chart.figure();
    }

    /** CPU seconds per GB of payload, by thread role. */
    List<Element> cpu() {
        double most = arms.stream()
                .mapToDouble(arm -> ROLES.stream()
                        .flatMap(role -> arm.metric(role).stream())
                        .mapToDouble(ArmInfo.MetricInfo::estimate)
                        .sum())
                .max()
                .orElse(0);
        if (most == 0) {
            return List.of();
        }
        BarChart chart = new BarChart(
                "CPU per GB of payload, by thread role",
                "Without garbage collection and JIT compilation; intervals are in the table.",
                Axis.linear("CPU seconds per GB (10^9 bytes)", 0, most, Figures::axis));
        for (ArmInfo arm : arms) {
            List<BarChart.Part> parts = new ArrayList<>();
            for (int i = 0; i < ROLES.size(); i++) {
                Metric role = ROLES.get(i);
                Series series = Series.nth(
                        role.title().replace("'s CPU", "").replace("' CPU", "").replace(" CPU", ""), i);
                arm.metric(role)
                        .ifPresent(figure -> parts.add(new BarChart.Part(
                                series,
                                figure.estimate(),
                                arm.label() + ", " + series.name() + ": " + precision.number(figure.estimate())
                                        + " s/GB")));
            }
            double whole = parts.stream().mapToDouble(BarChart.Part::amount).sum();
            chart.row(new BarChart.Row(arm.label(), parts, whole, whole, precision.number(whole)));
        }
        return List.of(chart.figure());
    }

    List<Element> latencies() {
        List<Element> charts = new ArrayList<>();
        Map<String, String> kinds = new LinkedHashMap<>();
        kinds.put("end-to-end", BenchTables.END_TO_END);
        kinds.put("acknowledge", acknowledged());
        kinds.put("send", "Time inside send()");
        kinds.forEach((kind, title) -> {
            if (arms.stream().anyMatch(arm -> arm.latencies().containsKey(kind))) {
                charts.add(percentiles(kind, title));
            }
        });
        return charts;
    }

    private String acknowledged() {
        String queue = " (in a closed loop mostly queueing)";
        boolean open = arms.stream()
                .anyMatch(arm -> arm.settings().rateRecordsPerSecond().isPresent());
        boolean closed = arms.stream()
                .anyMatch(arm -> arm.settings().rateRecordsPerSecond().isEmpty());
        return (open ? BenchTables.DUE_TO_ACKNOWLEDGED : BenchTables.SEND_TO_ACKNOWLEDGED) + (closed ? queue : "");
    }

    /** Percentiles over the number of nines, as in HdrHistogram's plots. */
    private Element percentiles(String kind, String title) {
        double longest = 0;
        double shortest = Double.MAX_VALUE;
        double nines = 10;
        Map<ArmInfo, List<ArmInfo.PercentileInfo>> curves = new LinkedHashMap<>();
        for (ArmInfo arm : arms) {
            List<ArmInfo.PercentileInfo> points = Optional.ofNullable(
                            arm.latencies().get(kind))
                    .map(ArmInfo.DistributionInfo::percentiles)
                    .orElse(List.of())
                    .stream()
                    .filter(point -> point.percentile() < 100 && point.millis() > 0)
                    .toList();
            curves.put(arm, points);
            for (ArmInfo.PercentileInfo point : points) {
                longest = Math.max(longest, point.millis());
                shortest = Math.min(shortest, point.millis());
                nines = Math.max(nines, rarity(point.percentile()));
            }
        }
        List<Double> ticks = List.of(1.0, 2.0, 10.0, 100.0, 1_000.0, 10_000.0, 100_000.0);
        double most = nines;
        Axis x = Axis.logarithmic(
                "percentile",
                1,
                nines,
                ticks.stream().filter(tick -> tick <= most * 1.15).toList(),
                BenchCharts::percentile);
        Axis y = Axis.logarithmic("milliseconds", Math.min(shortest, longest), Math.max(longest, 1e-3), Figures::axis);
        XyChart chart = new XyChart(
                title, "At each step to the right, a tenth as many records are slower; all rounds together.", x, y);
        for (int i = 0; i < arms.size(); i++) {
            ArmInfo arm = arms.get(i);
            Series series = series(i);
            chart.line(curves.getOrDefault(arm, List.of()).stream()
                    .map(point -> Spot.at(
                            rarity(point.percentile()),
                            point.millis(),
                            series,
                            String.format(
                                    Locale.ROOT,
                                    "%s, %s %%: %s ms",
                                    arm.label(),
                                    Figures.axis(point.percentile()),
                                    precision.number(point.millis()))))
                    .toList());
        }
        return chart.figure();
    }

    /** The percentile at a position on the axis: ten times further right is one more nine. */
    private static String percentile(double rarity) {
        String text = String.format(Locale.ROOT, "%.4f", 100 - 100 / rarity);
        return text.replaceAll("\\.?0+$", "") + " %";
    }

    private static double rarity(double percentile) {
        return 1 / (1 - percentile / 100);
    }

    List<Element> overTime() {
        List<Element> charts = new ArrayList<>();
        if (arms.stream().anyMatch(arm -> arm.metric(Metric.RECORDS_PER_SECOND)
                .filter(figure -> figure.rounds().size() > 1)
                .isPresent())) {
            charts.add(rounds());
        }
        if (arms.stream().anyMatch(arm -> arm.lastRound().size() > 2)) {
            charts.add(lastRound());
        }
        return charts;
    }

    private Element rounds() {
        double most = arms.stream()
                .flatMap(arm -> arm.metric(Metric.RECORDS_PER_SECOND).stream())
                .flatMap(figure -> figure.rounds().stream())
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(1);
        int rounds = arms.stream()
                .flatMap(arm -> arm.metric(Metric.RECORDS_PER_SECOND).stream())
                .mapToInt(figure -> figure.rounds().size())
                .max()
                .orElse(1);
        List<Double> ticks = new ArrayList<>();
        for (int i = 1; i <= rounds; i++) {
            ticks.add((double) i);
        }
        XyChart chart = new XyChart(
                "Records per second, round by round",
                "Leading rounds not counted, because the JVMs were still warming up: "
                        + result.plan().roundsLeftOut() + ".",
                new Axis("round", false, 0.7, rounds + 0.3, ticks, Figures::axis),
                Axis.linear("records/s", 0, most, Figures::axis));
        for (int i = 0; i < arms.size(); i++) {
            ArmInfo arm = arms.get(i);
            Series series = series(i);
            List<Spot> spots = new ArrayList<>();
            List<Double> values = arm.metric(Metric.RECORDS_PER_SECOND)
                    .map(ArmInfo.MetricInfo::rounds)
                    .orElse(List.of());
            for (int round = 0; round < values.size(); round++) {
                spots.add(Spot.at(
                        round + 1.0,
                        values.get(round),
                        series,
                        arm.label() + ", round " + (round + 1) + ": " + precision.number(values.get(round))
                                + " records/s"));
            }
            chart.line(spots);
        }
        return chart.figure();
    }

    private Element lastRound() {
        double most = 1;
        double end = 1;
        List<List<Spot>> lines = new ArrayList<>();
        for (int i = 0; i < arms.size(); i++) {
            Series series = series(i);
            List<Spot> spots = new ArrayList<>();
            List<ArmInfo.MomentInfo> moments = arms.get(i).lastRound();
            for (int m = 1; m < moments.size(); m++) {
                ArmInfo.MomentInfo before = moments.get(m - 1);
                ArmInfo.MomentInfo now = moments.get(m);
                if (now.seconds() > before.seconds()) {
                    double rate = (now.acknowledged() - before.acknowledged()) / (now.seconds() - before.seconds());
                    spots.add(Spot.at(now.seconds(), rate, series, ""));
                    most = Math.max(most, rate);
                    end = Math.max(end, now.seconds());
                }
            }
            lines.add(spots);
        }
        XyChart chart = new XyChart(
                "The latest round of each arm over time",
                "The measured window begins after the shaded ramp.",
                Axis.linear("seconds", 0, end, Figures::axis),
                Axis.linear("acknowledged records/s", 0, most, Figures::axis));
        chart.shade(0, result.plan().rampSeconds(), "ramp");
        lines.stream().filter(line -> !line.isEmpty()).forEach(chart::plainLine);
        return chart.figure();
    }

    List<Element> searches() {
        return result.searches().stream()
                .filter(search -> search.problems().isEmpty() && !search.steps().isEmpty())
                .map(this::steps)
                .toList();
    }

    private Element steps(SearchInfo search) {
        List<Double> ticks = new ArrayList<>();
        for (int i = 1; i <= search.steps().size(); i++) {
            ticks.add((double) i);
        }
        double most = search.steps().stream()
                .mapToDouble(SearchInfo.StepInfo::recordsPerSecond)
                .max()
                .orElse(1);
        XyChart chart = new XyChart(
                search.arm() + ", step by step",
                search.limit().map(SearchInfo.LimitInfo::explanation).orElse(""),
                new Axis("trial", false, 0.5, search.steps().size() + 0.5, ticks, Figures::axis),
                Axis.linear("records/s", 0, most, Figures::axis));
        search.sustainedRecordsPerSecond()
                .ifPresent(rate -> chart.markY(rate, "sustained: " + precision.searched(rate)));
        Series held = new Series("held", "good", Series.Shape.CIRCLE);
        Series failed = new Series("did not hold", "bad", Series.Shape.CROSS);
        for (int i = 0; i < search.steps().size(); i++) {
            SearchInfo.StepInfo step = search.steps().get(i);
            chart.spot(Spot.at(
                    i + 1.0,
                    step.recordsPerSecond(),
                    step.sustained() ? held : failed,
                    String.format(
                            Locale.ROOT,
                            "%s records/s %s%s",
                            precision.searched(step.recordsPerSecond()),
                            step.sustained() ? "held" : step.reason().orElse("did not hold"),
                            step.confirming() ? ", in confirmation" : "")));
        }
        return chart.figure();
    }
}
