package dev.squeeze.feature.bench;

import static dev.squeeze.kit.document.Figures.say;

import dev.squeeze.engine.experiment.Metric;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.TextTable;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * An overview of many arms: one row each, the best first, with the main figures and how each compares with the
 * baseline.
 */
final class BenchMatrix {
    /** With more arms, the table of comparisons fills more than a screen before the first figure. */
    static final int MORE_ARMS_THAN = 4;

    private record Column(String title, Metric metric, String format) {}

    private static final List<Column> COLUMNS = List.of(
            new Column("compression\nratio", Metric.RATIO, "%.2fx"),
            new Column("records/s", Metric.RECORDS_PER_SECOND, "%,.0f"),
            new Column("producer CPU\ns/GB", Metric.PRODUCER_CPU, "%.2f"),
            new Column("service CPU\ns/GB", Metric.SERVICE_CPU, "%.2f"),
            new Column("broker CPU\ns/GB", Metric.BROKER_CPU, "%.2f"),
            new Column("consumer CPU\ns/GB", Metric.CONSUMER_CPU, "%.2f"),
            new Column("p99 to ack\nms", Metric.ACK_P99, "%.1f"),
            new Column("p99 end to end\nms", Metric.E2E_P99, "%.1f"));

    private final BenchResult result;
    private final BenchPrecision precision;
    private final List<ArmInfo> arms;
    private final List<Column> columns;

    BenchMatrix(BenchResult result) {
        this.result = result;
        this.precision = new BenchPrecision(result);
        List<ArmInfo> valid = result.arms().stream().filter(ArmInfo::valid).toList();
        boolean closed = valid.stream()
                .anyMatch(arm -> arm.settings().rateRecordsPerSecond().isEmpty());
        this.columns = COLUMNS.stream()
                .filter(column -> valid.stream()
                        .anyMatch(arm -> arm.metric(column.metric()).isPresent()))
                .filter(column -> !closed || !column.metric().needsRate())
                .toList();
        this.arms = columns.isEmpty()
                ? valid
                : valid.stream()
                        .sorted(Comparator.comparingDouble((ArmInfo arm) -> arm.metric(
                                                columns.get(0).metric())
                                        .map(ArmInfo.MetricInfo::estimate)
                                        .orElse(0.0))
                                .reversed())
                        .toList();
    }

    /** Whether there are so many arms that this table replaces the table of comparisons. */
    boolean isNeeded() {
        return arms.size() > MORE_ARMS_THAN && !columns.isEmpty();
    }

    String caption() {
        String sorted = say("By %s, highest first", columns.get(0).metric().title());
        return result.comparisons().isEmpty()
                ? sorted + "."
                : say(
                        "%s. Against %s: + better, - worse, = within %s %%, ~ no difference detected, ? inconclusive.",
                        sorted, result.comparisons().get(0).baseline(), Figures.axis(100 * result.minEffect()));
    }

    TextTable table() {
        return BenchTables.rows(new TextTable(1).ranked(1), arms, columns, Column::title, this::cell);
    }

    private String cell(ArmInfo arm, Column column) {
        return arm.metric(column.metric())
                .map(metric -> precision.of(column.metric(), metric, column.format()) + mark(arm, column.metric()))
                .orElse("-");
    }

    /** How a figure compares with the baseline; two spaces if it is not compared, so that figures line up. */
    private String mark(ArmInfo arm, Metric metric) {
        Optional<ComparisonInfo> comparison = result.comparisons().stream()
                .filter(any -> any.arm().equals(arm.label()) && any.metric().equals(metric.key()))
                .findFirst();
        if (comparison.isEmpty()) {
            return result.comparisons().isEmpty() ? "" : "  ";
        }
        return switch (comparison.get().outcome(result.minEffect())) {
            case BELOW_MIN_EFFECT -> " =";
            case NOT_DETECTED -> " ~";
            case INCONCLUSIVE -> " ?";
            case DIFFERENT ->
                switch (comparison.get().direction()) {
                    case BETTER -> " +";
                    case WORSE -> " -";
                    case MORE, LESS -> "  ";
                };
        };
    }
}
