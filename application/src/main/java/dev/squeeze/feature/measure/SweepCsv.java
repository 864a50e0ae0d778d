package dev.squeeze.feature.measure;

import dev.squeeze.engine.measure.ClientSweep;
import dev.squeeze.engine.measure.CodecMeasurement;
import dev.squeeze.engine.measure.DirectionFigures;
import dev.squeeze.engine.measure.PathFigures;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.kit.document.CsvColumns;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A sweep as CSV: one row for each setting at each batch size; absent figures are empty. */
public final class SweepCsv {
    private SweepCsv() {}

    public static String write(OfflineResult result) {
        Map<CodecMeasurement, String> clients = new IdentityHashMap<>();
        List<CodecMeasurement> rows = new ArrayList<>(result.sweep().measurements());
        for (ClientSweep client : result.sweep().clients()) {
            client.measurements().forEach(row -> clients.put(row, client.client()));
            rows.addAll(client.measurements());
        }
        CsvColumns<CodecMeasurement> columns = new CsvColumns<CodecMeasurement>()
                .with("codec", row -> row.codec().type().label())
                .with(
                        "level",
                        row -> row.codec().type().hasLevels() ? row.codec().level() : "")
                .with("batch_bytes", CodecMeasurement::batchBytes)
                .with("record_bytes_per_batch", row -> plain(row.recordBytesPerBatch()))
                .with("records_per_batch", row -> plain(row.recordsPerBatch()));
        interval(columns, "ratio", CodecMeasurement::ratio);
        interval(columns, "stored_bytes_per_record", CodecMeasurement::storedBytesPerRecord);
        path(columns, "kafka", CodecMeasurement::kafka);
        path(columns, "bare", CodecMeasurement::bare);
        return columns.with("pareto_optimal", CodecMeasurement::paretoOptimal)
                .with("client", row -> clients.getOrDefault(row, ClientProfile.JAVA.label()))
                .text(rows);
    }

    private static void path(
            CsvColumns<CodecMeasurement> columns, String name, Function<CodecMeasurement, Optional<PathFigures>> path) {
        direction(columns, name + "_compress", row -> path.apply(row).map(PathFigures::compress));
        direction(columns, name + "_decompress", row -> path.apply(row).map(PathFigures::decompress));
    }

    private static void direction(
            CsvColumns<CodecMeasurement> columns,
            String name,
            Function<CodecMeasurement, Optional<DirectionFigures>> direction) {
        interval(columns, name + "_mib_per_second", row -> direction
                .apply(row)
                .map(DirectionFigures::mebibytesPerSecond));
        interval(
                columns, name + "_nanos_per_record", row -> direction.apply(row).map(DirectionFigures::nanosPerRecord));
        interval(columns, name + "_allocated_bytes_per_batch", row -> direction
                .apply(row)
                .map(DirectionFigures::allocatedBytesPerBatch));
    }

    private static void interval(
            CsvColumns<CodecMeasurement> columns,
            String name,
            Function<CodecMeasurement, Optional<ConfidenceInterval>> figure) {
        columns.with(name, row -> figure.apply(row)
                        .map(ConfidenceInterval::estimate)
                        .map(SweepCsv::plain))
                .with(
                        name + "_low",
                        row -> figure.apply(row).map(ConfidenceInterval::low).map(SweepCsv::plain))
                .with(
                        name + "_high",
                        row -> figure.apply(row).map(ConfidenceInterval::high).map(SweepCsv::plain))
                .with(name + "_n", row -> figure.apply(row).map(ConfidenceInterval::n));
    }

    private static String plain(double value) {
        return String.format(Locale.ROOT, "%.6g", value);
    }
}
