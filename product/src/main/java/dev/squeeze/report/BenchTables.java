package dev.squeeze.report;

import dev.squeeze.experiment.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** The tables of a live run. A column that no arm has a figure for is left out. */
final class BenchTables {
    private final BenchResult result;

    BenchTables(BenchResult result) {
        this.result = result;
    }

    /** A column: two lines of title, and what it shows of an arm. */
    private record Column(String title, Metric metric, String format, double scale, boolean spread) {}

    /** Throughput and what lies in the log. */
    TextTable throughput() {
        return table(List.of(
                new Column("records/s", Metric.RECORDS_PER_SECOND, "%,.0f", 1, true),
                new Column("payload MiB/s", Metric.PAYLOAD_MIB_PER_SECOND, "%.1f", 1, false),
                new Column("wire MiB/s", Metric.WIRE_MIB_PER_SECOND, "%.1f", 1, false),
                new Column("ratio", Metric.RATIO, "%.2fx", 1, true),
                new Column("records/batch", Metric.RECORDS_PER_BATCH, "%,.0f", 1, true),
                new Column("KiB/batch", Metric.BATCH_BYTES, "%.1f", 1.0 / 1024, false),
                new Column("disk bytes/record", Metric.DISK_BYTES_PER_RECORD, "%.1f", 1, false)));
    }

    /** CPU seconds for each GB of payload, by role. */
    TextTable cpu() {
        return table(List.of(
                new Column("application", Metric.APPLICATION_CPU, "%.2f", 1, true),
                new Column("producer network", Metric.PRODUCER_NETWORK_CPU, "%.2f", 1, true),
                new Column("broker handlers", Metric.REQUEST_HANDLER_CPU, "%.2f", 1, true),
                new Column("broker network", Metric.BROKER_NETWORK_CPU, "%.2f", 1, true),
                new Column("replication", Metric.REPLICATION_CPU, "%.2f", 1, true),
                new Column("consumer", Metric.CONSUMER_CPU, "%.2f", 1, true),
                new Column("GC client", Metric.CLIENT_GC_CPU, "%.2f", 1, false),
                new Column("broker", Metric.BROKER_GC_CPU, "%.2f", 1, false),
                new Column("JIT client", Metric.CLIENT_JIT_CPU, "%.2f", 1, false),
                new Column("broker", Metric.BROKER_JIT_CPU, "%.2f", 1, false)));
    }

    /** Waiting and memory inside the producer, and the consumers' side. */
    TextTable waiting() {
        return table(List.of(
                new Column("blocked by monitors", Metric.BLOCKED, "%.1f %%", 100, false),
                new Column("waiting for buffer", Metric.BUFFER_WAIT, "%.1f %%", 100, false),
                new Column("allocated bytes/record", Metric.ALLOCATED_PER_RECORD, "%,.0f", 1, false),
                new Column("retries", Metric.RETRIES, "%,.0f", 1, false),
                new Column("consumed records/s", Metric.CONSUMER_RECORDS_PER_SECOND, "%,.0f", 1, true),
                new Column("MiB/s", Metric.CONSUMER_MIB_PER_SECOND, "%.1f", 1, false),
                new Column("seconds in all", Metric.CONSUMER_SECONDS, "%.2f", 1, false),
                new Column("KiB/fetch", Metric.FETCH_BYTES, "%,.0f", 1.0 / 1024, false)));
    }

    private TextTable table(List<Column> wanted) {
        List<ArmInfo> arms = result.arms().stream().filter(ArmInfo::valid).toList();
        List<Column> columns = wanted.stream()
                .filter(column -> arms.stream().anyMatch(arm -> arm.metrics()
                        .containsKey(column.metric().key())))
                .toList();
        TextTable table = new TextTable(1);
        List<String> head = new ArrayList<>(List.of(""));
        columns.forEach(column -> head.add(column.title()));
        table.row(head);
        for (ArmInfo arm : arms) {
            List<String> row = new ArrayList<>(List.of(arm.label()));
            columns.forEach(column -> row.add(cell(arm, column)));
            table.row(row);
        }
        return table;
    }

    private static String cell(ArmInfo arm, Column column) {
        ArmInfo.MetricInfo metric = arm.metrics().get(column.metric().key());
        if (metric == null) {
            return "-";
        }
        String value = String.format(Locale.ROOT, column.format(), metric.estimate() * column.scale());
        OptionalDouble half = metric.relativeHalfWidth();
        return column.spread() && half.isPresent() ? value + " " + Figures.percent(half.getAsDouble()) : value;
    }

    /** Percentiles in milliseconds, all rounds together. */
    TextTable latencies() {
        TextTable table = new TextTable(2);
        table.row("ms", "", "p50", "p95", "p99", "p99.9", "max", "n");
        for (ArmInfo arm : result.arms()) {
            if (arm.valid()) {
                arm.latencies().forEach((name, distribution) -> table.row(latencyRow(arm, name, distribution)));
            }
        }
        return table;
    }

    private static List<String> latencyRow(ArmInfo arm, String name, ArmInfo.DistributionInfo distribution) {
        String words =
                switch (name) {
                    case "send" -> "in send(), us";
                    case "acknowledge" -> "to acknowledgement";
                    default -> "end to end";
                };
        List<String> row = new ArrayList<>(List.of(arm.label(), words));
        for (double percentile : new double[] {50, 95, 99, 99.9, 100}) {
            // Fewer than ten values above it make a percentile a matter of luck.
            boolean known = percentile == 100 || distribution.n() * (1 - percentile / 100) >= 10;
            double scale = name.equals("send") ? 1_000 : 1;
            row.add(known ? time(distribution.at(percentile) * scale) : "-");
        }
        row.add(String.format(Locale.ROOT, "%,d", distribution.n()));
        return row;
    }

    private static String time(double time) {
        return String.format(Locale.ROOT, time >= 100 ? "%,.0f" : time >= 1 ? "%.1f" : "%.2f", time);
    }

    /** Quotients to the baseline, a row for each metric of each arm. */
    TextTable comparisons() {
        TextTable table = new TextTable(2);
        table.row("", "", "times", "interval", "");
        String before = "";
        for (ComparisonInfo comparison : result.comparisons()) {
            table.row(
                    comparison.arm().equals(before) ? "" : comparison.arm(),
                    Metric.withKey(comparison.metric()).map(Metric::title).orElse(comparison.metric()),
                    String.format(Locale.ROOT, "%.2f", comparison.ratio()),
                    String.format(Locale.ROOT, "%.2f to %.2f", comparison.low(), comparison.high()),
                    comparison.difference() ? "" : "no difference detected");
            before = comparison.arm();
        }
        return table;
    }

    /** The highest sustained rates. */
    TextTable searches() {
        TextTable table = new TextTable(1);
        table.row("", "closed loop", "sustained", "failed at", "payload MiB/s", "ratio", "ack p99 ms", "limited by");
        for (SearchInfo search : result.searches()) {
            table.row(
                    search.arm(),
                    rate(OptionalDouble.of(search.closedLoopRecordsPerSecond())),
                    rate(search.sustainedRecordsPerSecond()) + (search.complete() ? "" : " *"),
                    rate(search.failedRecordsPerSecond()),
                    metric(search, Metric.PAYLOAD_MIB_PER_SECOND, "%.1f"),
                    metric(search, Metric.RATIO, "%.2fx"),
                    metric(search, Metric.ACK_P99, "%.1f"),
                    search.limit().map(SearchInfo.LimitInfo::part).orElse("-"));
        }
        return table;
    }

    private static String rate(OptionalDouble recordsPerSecond) {
        return recordsPerSecond.isPresent()
                ? String.format(Locale.ROOT, "%,.0f/s", recordsPerSecond.getAsDouble())
                : "-";
    }

    private static String metric(SearchInfo search, Metric metric, String format) {
        Double value = search.metrics().get(metric.key());
        return value == null ? "-" : String.format(Locale.ROOT, format, value);
    }
}
