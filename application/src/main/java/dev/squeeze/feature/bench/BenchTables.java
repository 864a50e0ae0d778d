package dev.squeeze.feature.bench;

import static dev.squeeze.kit.document.Figures.say;

import dev.squeeze.engine.experiment.Metric;
import dev.squeeze.engine.experiment.Threshold;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.BiFunction;
import java.util.function.Function;

/** The tables of a benchmark, with one row per arm. Columns without any figure and arms that failed are left out. */
final class BenchTables {
    static final String SEND_TO_ACKNOWLEDGED = "From send() to acknowledgement";
    static final String DUE_TO_ACKNOWLEDGED = "From the intended send time to acknowledgement";
    static final String END_TO_END = "From the intended send time to arrival at a consumer";
    private static final String ARM = "arm";

    private final BenchResult result;
    private final List<ArmInfo> arms;
    private final BenchPrecision precision;

    BenchTables(BenchResult result) {
        this.result = result;
        this.precision = new BenchPrecision(result);
        this.arms = result.arms().stream().filter(ArmInfo::valid).toList();
    }

    /** A column, with the metric that it shows. */
    private record Column(String title, Metric metric, String format, double scale, boolean spread) {
        static Column withSpread(String title, Metric metric, String format) {
            return new Column(title, metric, format, 1, true);
        }

        static Column plain(String title, Metric metric, String format) {
            return new Column(title, metric, format, 1, false);
        }
    }

    /** Throughput, and batches in the log. */
    TextTable throughput() {
        return table(List.of(
                Column.withSpread("records/s", Metric.RECORDS_PER_SECOND, "%,.0f"),
                Column.plain("payload\nMiB/s", Metric.PAYLOAD_MIB_PER_SECOND, "%.1f"),
                new Column("requests\nrefused", Metric.REFUSED, "%.1f %%", 100, false),
                Column.plain("on the wire\nMiB/s", Metric.WIRE_MIB_PER_SECOND, "%.1f"),
                Column.withSpread("compression\nratio", Metric.RATIO, "%.2fx"),
                Column.withSpread("records\nper batch", Metric.RECORDS_PER_BATCH, "%,.0f"),
                new Column("KiB\nper batch", Metric.BATCH_BYTES, "%.1f", 1.0 / 1024, false),
                Column.plain("disk bytes\nper record", Metric.DISK_BYTES_PER_RECORD, "%.1f")));
    }

    /** CPU seconds per GB of payload, by role. */
    TextTable cpu() {
        return table(List.of(
                Column.withSpread("service", Metric.SERVICE_CPU, "%.2f"),
                Column.plain("of which\nHTTP", Metric.SERVICE_HTTP_CPU, "%.2f"),
                Column.plain("of which\nworkers", Metric.SERVICE_WORKER_CPU, "%.2f"),
                Column.plain("of which\nnetwork", Metric.SERVICE_NETWORK_CPU, "%.2f"),
                Column.withSpread("producer", Metric.PRODUCER_CPU, "%.2f"),
                Column.plain("of which\napplication", Metric.APPLICATION_CPU, "%.2f"),
                Column.plain("of which\nnetwork", Metric.PRODUCER_NETWORK_CPU, "%.2f"),
                Column.withSpread("broker", Metric.BROKER_CPU, "%.2f"),
                Column.plain("of which\nhandlers", Metric.REQUEST_HANDLER_CPU, "%.2f"),
                Column.plain("of which\nnetwork", Metric.BROKER_NETWORK_CPU, "%.2f"),
                Column.plain("of which\nreplication", Metric.REPLICATION_CPU, "%.2f"),
                Column.withSpread("consumer", Metric.CONSUMER_CPU, "%.2f"),
                Column.plain("client,\nin total", Metric.CLIENT_CPU, "%.2f")));
    }

    /** CPU time of the JVMs' own threads, other programs and the machine's host. */
    TextTable overhead() {
        return table(List.of(
                Column.plain("service GC\ns/GB", Metric.SERVICE_GC_CPU, "%.2f"),
                Column.plain("service JIT\ns/GB", Metric.SERVICE_JIT_CPU, "%.2f"),
                Column.plain("client GC\ns/GB", Metric.CLIENT_GC_CPU, "%.2f"),
                Column.plain("broker GC\ns/GB", Metric.BROKER_GC_CPU, "%.2f"),
                Column.plain("client JIT\ns/GB", Metric.CLIENT_JIT_CPU, "%.2f"),
                Column.plain("broker JIT\ns/GB", Metric.BROKER_JIT_CPU, "%.2f"),
                Column.plain("other programs\ncores", Metric.OTHER_PROGRAMS, "%.2f"),
                new Column("stolen\nby the host", Metric.STOLEN, "%.1f %%", 100, false)));
    }

    /** The producers' metrics on batches, waiting time and memory. */
    TextTable producer() {
        return table(List.of(
                Column.plain("reported\nratio", Metric.PRODUCER_RATIO, "%.2fx"),
                new Column("reported KiB\nper batch", Metric.PRODUCER_BATCH_BYTES, "%.1f", 1.0 / 1024, false),
                new Column("blocked by\nmonitors", Metric.BLOCKED, "%.1f %%", 100, false),
                new Column("waiting for\nbuffer memory", Metric.BUFFER_WAIT, "%.1f %%", 100, false),
                Column.plain("allocated bytes\nper record", Metric.ALLOCATED_PER_RECORD, "%,.0f"),
                Column.plain("records\nretried", Metric.RETRIES, "%,.0f"),
                Column.plain("refused/s,\nbuffer full", Metric.BUFFER_FULL, "%,.0f")));
    }

    /** Throughput and CPU of consumers. */
    TextTable consumers() {
        return table(List.of(
                Column.withSpread("records/s", Metric.CONSUMER_RECORDS_PER_SECOND, "%,.0f"),
                Column.plain("payload\nMiB/s", Metric.CONSUMER_MIB_PER_SECOND, "%.1f"),
                Column.plain("seconds\nin total", Metric.CONSUMER_SECONDS, "%.2f"),
                Column.plain("cores per\nthread", Metric.CONSUMER_THREAD, "%.2f"),
                Column.plain("busiest\nthread", Metric.CONSUMER_THREAD_MOST, "%.2f"),
                new Column("KiB\nper fetch", Metric.FETCH_BYTES, "%,.0f", 1.0 / 1024, false)));
    }

    /** Predictions for arms with a rate, compared with the measured figures. */
    TextTable forecasts() {
        TextTable table = new TextTable(2).namesOnce().wordsLast();
        table.row(ForecastRows.head(ARM));
        for (ForecastInfo forecast : result.forecasts()) {
            if (!forecast.heldRate()) {
                table.row(forecast.arm(), "did not hold the rate", "", "", "", "not compared");
            }
            forecast.checks().forEach(check -> table.row(new ForecastRows.Row(forecast.arm(), check).cells()));
        }
        return table;
    }

    private TextTable table(List<Column> wanted) {
        List<Column> columns = wanted.stream()
                .filter(column -> arms.stream().anyMatch(arm -> arm.metrics()
                        .containsKey(column.metric().key())))
                .toList();
        return columns.isEmpty() ? new TextTable(1) : rows(new TextTable(1), arms, columns, Column::title, this::cell);
    }

    /** Adds the header row and one row per arm. */
    static <C> TextTable rows(
            TextTable table,
            List<ArmInfo> arms,
            List<C> columns,
            Function<C, String> title,
            BiFunction<ArmInfo, C, String> cell) {
        List<String> head = new ArrayList<>(List.of(ARM));
        columns.forEach(column -> head.add(title.apply(column)));
        table.row(head);
        for (ArmInfo arm : arms) {
            List<String> row = new ArrayList<>(List.of(arm.label()));
            columns.forEach(column -> row.add(cell.apply(arm, column)));
            table.row(row);
        }
        return table;
    }

    private String cell(ArmInfo arm, Column column) {
        ArmInfo.MetricInfo metric = arm.metrics().get(column.metric().key());
        if (metric == null) {
            return "-";
        }
        OptionalDouble half = metric.relativeHalfWidth();
        String value = precision.of(column.metric(), metric, column.format(), column.scale());
        return column.spread() && half.isPresent() ? value + " " + Figures.percent(half.getAsDouble()) : value;
    }

    /**
     * Percentiles over all rounds together.
     *
     * @param kind a key of {@link ArmInfo#latencies}
     * @param scale factor from milliseconds to the unit shown
     */
    TextTable latencies(String kind, double scale) {
        TextTable table = new TextTable(1);
        table.row(ARM, "mean", "p50", "p95", "p99", "p99.9", "max", "records");
        for (ArmInfo arm : arms) {
            ArmInfo.DistributionInfo distribution = arm.latencies().get(kind);
            if (distribution != null) {
                table.row(latencyRow(arm.label(), distribution, scale));
            }
        }
        return table;
    }

    private List<String> latencyRow(String arm, ArmInfo.DistributionInfo distribution, double scale) {
        List<String> row = new ArrayList<>(List.of(arm, time(distribution.meanMillis() * scale)));
        for (double percentile : new double[] {50, 95, 99, 99.9, 100}) {
            // With fewer than ten values above it, a percentile is too uncertain to show.
            boolean known = percentile == 100 || distribution.n() * (1 - percentile / 100) >= 10;
            row.add(known ? time(distribution.at(percentile) * scale) : "-");
        }
        row.add(say("%,d", distribution.n()));
        return row;
    }

    private String time(double time) {
        return precision.plain(time >= 100 ? "%,.0f" : time >= 1 ? "%.1f" : "%.2f", time);
    }

    /** The ratio of each arm to the baseline, one row per metric. */
    TextTable comparisons() {
        TextTable table = new TextTable(2).namesOnce();
        table.row(ARM, "figure", "times", "interval", "verdict");
        for (ComparisonInfo comparison : result.comparisons()) {
            table.row(
                    comparison.arm(),
                    Metric.withKey(comparison.metric()).map(Metric::title).orElse(comparison.metric()),
                    times(comparison),
                    interval(comparison),
                    verdict(comparison, result.minEffect()));
        }
        return table;
    }

    /** The ratio with as many digits as its interval supports; unknown if the interval is too wide. */
    static String times(ComparisonInfo comparison) {
        return comparison.isTooWide()
                ? Figures.UNKNOWN
                : Figures.uncertain("%.2f", comparison.ratio(), Math.sqrt(comparison.high() / comparison.low()) - 1);
    }

    static String interval(ComparisonInfo comparison) {
        return comparison.isTooWide()
                ? say("%s to %s", rough(comparison.low()), rough(comparison.high()))
                : say("%.2f to %.2f", comparison.low(), comparison.high());
    }

    /** A bound of a wide interval, rounded to about one digit. */
    private static String rough(double bound) {
        return Figures.uncertain("%,.3f", bound, 0.5)
                .replaceAll("(\\.\\d*?)0+$", "$1")
                .replaceAll("\\.$", "");
    }

    static String verdict(ComparisonInfo comparison, double minEffect) {
        return switch (comparison.outcome(minEffect)) {
            case BELOW_MIN_EFFECT -> say("same, within %s %%", Figures.axis(100 * minEffect));
            case NOT_DETECTED -> "no difference detected";
            case INCONCLUSIVE -> "inconclusive";
            case DIFFERENT -> comparison.direction().word();
        };
    }

    TextTable searches() {
        TextTable table = new TextTable(1);
        boolean service =
                result.searches().stream().anyMatch(search -> search.metrics().containsKey(Metric.SERVICE_CPU.key()));
        List<String> head = new ArrayList<>(List.of(
                ARM,
                "closed loop",
                "sustained",
                "fails at",
                "payload\nMiB/s",
                "compression\nratio",
                "p99 to ack\nms, one trial"));
        if (service) {
            head.addAll(List.of("on the wire\nMiB/s", "service CPU\ns/GB", "broker CPU\ns/GB"));
        }
        head.add("limited by");
        table.row(head);
        result.searches().stream()
                .filter(search -> search.problems().isEmpty())
                .forEach(search -> table.row(searchRow(search, service)));
        return table;
    }

    private List<String> searchRow(SearchInfo search, boolean service) {
        List<String> row = new ArrayList<>(List.of(
                search.arm(),
                rate(OptionalDouble.of(search.closedLoopRecordsPerSecond())),
                atLeast(search)
                        + rate(search.sustainedRecordsPerSecond())
                        + (search.complete()
                                        || search.sustainedRecordsPerSecond().isEmpty()
                                ? ""
                                : ", unconfirmed"),
                search.failedRecordsPerSecond().isPresent() ? rate(search.failedRecordsPerSecond()) : "not reached",
                metric(search, Metric.PAYLOAD_MIB_PER_SECOND, "%.1f"),
                metric(search, Metric.RATIO, "%.2fx"),
                metric(search, Metric.ACK_P99, "%.1f")));
        if (service) {
            row.add(metric(search, Metric.WIRE_MIB_PER_SECOND, "%.1f"));
            row.add(metric(search, Metric.SERVICE_CPU, "%.2f"));
            row.add(metric(search, Metric.BROKER_CPU, "%.2f"));
        }
        row.add(search.limit().map(SearchInfo.LimitInfo::part).orElse("-"));
        return row;
    }

    private static String atLeast(SearchInfo search) {
        return search.sustainedRecordsPerSecond().isPresent()
                        && search.failedRecordsPerSecond().isEmpty()
                ? ">= "
                : "";
    }

    TextTable thresholds() {
        TextTable table = new TextTable(2).namesOnce();
        table.row("threshold", ARM, "figure", "verdict");
        for (ThresholdInfo threshold : result.thresholds()) {
            table.row(
                    threshold.demand(),
                    threshold.arm(),
                    threshold.value().isPresent()
                            ? figure(threshold.demand(), threshold.value().getAsDouble())
                            : threshold.absence(),
                    thresholdVerdict(threshold));
        }
        return table;
    }

    private static String thresholdVerdict(ThresholdInfo threshold) {
        if (!threshold.met()) {
            return "MISSED";
        }
        Threshold demand = Threshold.parse(threshold.demand());
        boolean withinNoise = demand.ofChange()
                && threshold.value().isPresent()
                && !demand.isMetBy(threshold.value().getAsDouble());
        return withinNoise ? "inconclusive" : "met";
    }

    private String figure(String demand, double value) {
        Threshold threshold = Threshold.parse(demand);
        if (threshold.ofChange()) {
            return say("%+.1f %%", 100 * value);
        }
        Metric metric = threshold.metric();
        return switch (metric.unit()) {
            case "share" -> say("%.1f %%", 100 * value);
            case "x" -> say("%.2fx", value);
            default -> precision.number(value) + " " + metric.unit();
        };
    }

    private String rate(OptionalDouble recordsPerSecond) {
        return recordsPerSecond.isPresent() ? precision.plain("%,.0f", recordsPerSecond.getAsDouble()) : "-";
    }

    private String metric(SearchInfo search, Metric metric, String format) {
        Double value = search.metrics().get(metric.key());
        return value == null ? "-" : precision.ofSearch(metric, value, format);
    }
}
