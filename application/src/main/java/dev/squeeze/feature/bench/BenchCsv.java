package dev.squeeze.feature.bench;

import dev.squeeze.engine.experiment.Metric;
import dev.squeeze.kit.document.CsvTable;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * One row for each arm and metric, with the values of the rounds in the last column. A search has rows for the highest
 * sustained rate, the lowest failed one, and the figures of the trial that confirmed the sustained rate.
 */
final class BenchCsv {
    private final CsvTable table =
            new CsvTable("arm", "valid", "metric", "unit", "estimate", "low", "high", "n", "rounds");

    private BenchCsv() {}

    static String write(BenchResult result) {
        BenchCsv csv = new BenchCsv();
        for (ArmInfo arm : result.arms()) {
            arm.metrics().forEach((key, metric) -> csv.add(arm.label(), arm.valid(), key, metric));
        }
        result.searches().forEach(csv::add);
        return csv.table.text();
    }

    private void add(SearchInfo search) {
        add(search, "sustained-records-per-second", "records/s", search.sustainedRecordsPerSecond());
        add(search, "failed-records-per-second", "records/s", search.failedRecordsPerSecond());
        search.metrics()
                .forEach((key, value) ->
                        add(search, key, Metric.withKey(key).map(Metric::unit).orElse(""), OptionalDouble.of(value)));
    }

    private void add(SearchInfo search, String metric, String unit, OptionalDouble value) {
        value.ifPresent(figure -> add(
                search.arm(),
                search.problems().isEmpty() && search.complete(),
                metric,
                new ArmInfo.MetricInfo(
                        unit, figure, OptionalDouble.empty(), OptionalDouble.empty(), 1, List.of(figure))));
    }

    private void add(String arm, boolean valid, String name, ArmInfo.MetricInfo metric) {
        table.row(
                arm,
                valid,
                name,
                metric.unit(),
                metric.estimate(),
                metric.low(),
                metric.high(),
                metric.n(),
                metric.rounds().stream().map(String::valueOf).collect(Collectors.joining(" ")));
    }
}
