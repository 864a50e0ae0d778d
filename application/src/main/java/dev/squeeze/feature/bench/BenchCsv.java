package dev.squeeze.feature.bench;

import dev.squeeze.engine.experiment.Metric;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;

/**
 * One row for each arm and metric, with the values of the rounds in the last column. Of a search: the rate that was
 * sustained, the one that was not, and the figures of the trial that confirmed the former.
 */
public final class BenchCsv {
    private final CSVPrinter printer;

    private BenchCsv(CSVPrinter printer) {
        this.printer = printer;
    }

    public static String write(BenchResult result) {
        StringBuilder text = new StringBuilder();
        CSVFormat format = CSVFormat.RFC4180
                .builder()
                .setRecordSeparator("\n")
                .setHeader("arm", "valid", "metric", "unit", "estimate", "low", "high", "n", "rounds")
                .get();
        try (CSVPrinter printer = new CSVPrinter(text, format)) {
            BenchCsv csv = new BenchCsv(printer);
            for (ArmInfo arm : result.arms()) {
                csv.print(arm);
            }
            for (SearchInfo search : result.searches()) {
                csv.print(search);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private void print(ArmInfo arm) throws IOException {
        for (Map.Entry<String, ArmInfo.MetricInfo> entry : arm.metrics().entrySet()) {
            print(arm.label(), arm.valid(), entry.getKey(), entry.getValue());
        }
    }

    private void print(SearchInfo search) throws IOException {
        print(search, "sustained-records-per-second", "records/s", search.sustainedRecordsPerSecond());
        print(search, "failed-records-per-second", "records/s", search.failedRecordsPerSecond());
        for (Map.Entry<String, Double> metric : search.metrics().entrySet()) {
            String unit = Metric.withKey(metric.getKey()).map(Metric::unit).orElse("");
            print(search, metric.getKey(), unit, OptionalDouble.of(metric.getValue()));
        }
    }

    private void print(SearchInfo search, String metric, String unit, OptionalDouble value) throws IOException {
        if (value.isPresent()) {
            double figure = value.getAsDouble();
            print(
                    search.arm(),
                    search.problems().isEmpty() && search.complete(),
                    metric,
                    new ArmInfo.MetricInfo(
                            unit, figure, OptionalDouble.empty(), OptionalDouble.empty(), 1, List.of(figure)));
        }
    }

    private void print(String arm, boolean valid, String name, ArmInfo.MetricInfo metric) throws IOException {
        printer.printRecord(
                arm,
                valid,
                name,
                metric.unit(),
                metric.estimate(),
                metric.low().isPresent() ? metric.low().getAsDouble() : "",
                metric.high().isPresent() ? metric.high().getAsDouble() : "",
                metric.n(),
                metric.rounds().stream().map(String::valueOf).collect(Collectors.joining(" ")));
    }
}
