package dev.squeeze.feature.bench;

import dev.squeeze.engine.load.TrialSecond;
import dev.squeeze.kit.cli.FailedException;
import dev.squeeze.kit.document.CsvTable;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/** A CSV file with a row for each second, written while trials run; readers always see complete rows. */
final class SeriesFile implements AutoCloseable {
    private static final CsvTable TABLE = new CsvTable(
            "time",
            "arm",
            "trial",
            "seconds",
            "due_records_per_second",
            "sent_records_per_second",
            "records_per_second",
            "payload_bytes_per_second",
            "wire_bytes_per_second",
            "p50_ms",
            "p99_ms",
            "max_ms",
            "failed_records",
            "backlog_records");

    private final Writer file;

    private SeriesFile(Writer file) {
        this.file = file;
    }

    /** Creates the file, replacing an existing one. */
    static SeriesFile create(Path path) {
        try {
            SeriesFile series = new SeriesFile(Files.newBufferedWriter(path, StandardCharsets.UTF_8));
            series.write(TABLE.header());
            return series;
        } catch (IOException e) {
            throw new FailedException("cannot write --series " + path + ": " + e.getMessage(), e);
        }
    }

    /** @param trial of the arm, from 1 */
    void add(String arm, int trial, TrialSecond second) throws IOException {
        write(TABLE.line(
                Instant.now().truncatedTo(ChronoUnit.MILLIS).toString(),
                arm,
                trial,
                rounded(second.untilSeconds()),
                rate(second.due(), second),
                rate(second.sent(), second),
                rate(second.acknowledged(), second),
                rate(second.acknowledgedBytes(), second),
                second.wireBytes().isPresent()
                        ? OptionalDouble.of(rate(second.wireBytes().getAsDouble(), second))
                        : OptionalDouble.empty(),
                millis(second, 50),
                millis(second, 99),
                millis(second, 100),
                second.failed(),
                second.backlog()));
    }

    private void write(String text) throws IOException {
        file.write(text);
        file.flush();
    }

    private static double rate(double amount, TrialSecond second) {
        return rounded(amount / second.seconds());
    }

    private static Optional<Double> millis(TrialSecond second, double percentile) {
        return second.acknowledgeNanos()
                .filter(latency -> latency.getTotalCount() > 0)
                .map(latency -> latency(latency, percentile));
    }

    private static double latency(Histogram nanos, double percentile) {
        return rounded(nanos.getValueAtPercentile(percentile) / 1e6);
    }

    private static double rounded(double value) {
        return Math.round(value * 1_000) / 1e3;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
