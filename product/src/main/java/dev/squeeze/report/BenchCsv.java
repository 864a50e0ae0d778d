package dev.squeeze.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;

/** One row for each arm and metric, with the values of the rounds in the last column. */
final class BenchCsv {
    private BenchCsv() {}

    static String write(BenchResult result) {
        StringBuilder text = new StringBuilder();
        CSVFormat format = CSVFormat.RFC4180
                .builder()
                .setRecordSeparator("\n")
                .setHeader("arm", "valid", "metric", "unit", "estimate", "low", "high", "n", "rounds")
                .get();
        try (CSVPrinter printer = new CSVPrinter(text, format)) {
            for (ArmInfo arm : result.arms()) {
                for (Map.Entry<String, ArmInfo.MetricInfo> entry : arm.metrics().entrySet()) {
                    ArmInfo.MetricInfo metric = entry.getValue();
                    printer.printRecord(
                            arm.label(),
                            arm.valid(),
                            entry.getKey(),
                            metric.unit(),
                            metric.estimate(),
                            metric.low().isPresent() ? metric.low().getAsDouble() : "",
                            metric.high().isPresent() ? metric.high().getAsDouble() : "",
                            metric.n(),
                            String.join(
                                    " ",
                                    metric.rounds().stream()
                                            .map(String::valueOf)
                                            .toList()));
                }
            }
            for (SearchInfo search : result.searches()) {
                search.sustainedRecordsPerSecond()
                        .ifPresent(rate -> print(printer, search.arm(), "sustained-records-per-second", rate));
                search.failedRecordsPerSecond()
                        .ifPresent(rate -> print(printer, search.arm(), "failed-records-per-second", rate));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static void print(CSVPrinter printer, String arm, String metric, double rate) {
        try {
            printer.printRecord(arm, true, metric, "records/s", rate, "", "", 1, rate);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
