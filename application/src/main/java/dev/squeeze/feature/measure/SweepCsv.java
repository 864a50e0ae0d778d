package dev.squeeze.feature.measure;

import dev.squeeze.engine.measure.CodecMeasurement;
import dev.squeeze.engine.measure.DirectionFigures;
import dev.squeeze.engine.measure.PathFigures;
import dev.squeeze.kit.document.CsvTable;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A sweep as CSV: one row for each setting at each batch size, absent figures empty. */
public final class SweepCsv {
    private SweepCsv() {}

    public static String write(OfflineResult result) {
        CsvTable table = new CsvTable(head());
        for (CodecMeasurement row : result.sweep().measurements()) {
            List<Object> cells = new ArrayList<>();
            cells.add(row.codec().type().label());
            cells.add(row.codec().type().hasLevels() ? row.codec().level() : "");
            cells.add(row.batchBytes());
            cells.add(plain(row.recordBytesPerBatch()));
            cells.add(plain(row.recordsPerBatch()));
            interval(cells, row.ratio());
            interval(cells, row.storedBytesPerRecord());
            path(cells, row.kafka());
            path(cells, row.bare());
            cells.add(row.paretoOptimal());
            table.row(cells);
        }
        return table.text();
    }

    private static List<String> head() {
        List<String> head = new ArrayList<>(
                List.of("codec", "level", "batch_bytes", "record_bytes_per_batch", "records_per_batch"));
        intervalHead(head, "ratio");
        intervalHead(head, "stored_bytes_per_record");
        for (String path : List.of("kafka", "bare")) {
            for (String direction : List.of("compress", "decompress")) {
                intervalHead(head, path + "_" + direction + "_mib_per_second");
                intervalHead(head, path + "_" + direction + "_nanos_per_record");
                intervalHead(head, path + "_" + direction + "_allocated_bytes_per_batch");
            }
        }
        head.add("pareto_optimal");
        return head;
    }

    private static void intervalHead(List<String> head, String name) {
        head.addAll(List.of(name, name + "_low", name + "_high", name + "_n"));
    }

    private static void path(List<Object> cells, Optional<PathFigures> path) {
        direction(cells, path.map(PathFigures::compress));
        direction(cells, path.map(PathFigures::decompress));
    }

    private static void direction(List<Object> cells, Optional<DirectionFigures> direction) {
        interval(cells, direction.map(DirectionFigures::mebibytesPerSecond));
        interval(cells, direction.map(DirectionFigures::nanosPerRecord));
        interval(cells, direction.map(DirectionFigures::allocatedBytesPerBatch));
    }

    private static void interval(List<Object> cells, Optional<ConfidenceInterval> interval) {
        cells.add(interval.map(ConfidenceInterval::estimate).map(SweepCsv::plain));
        cells.add(interval.map(ConfidenceInterval::low).map(SweepCsv::plain));
        cells.add(interval.map(ConfidenceInterval::high).map(SweepCsv::plain));
        cells.add(interval.map(ConfidenceInterval::n));
    }

    private static String plain(double value) {
        return String.format(Locale.ROOT, "%.6g", value);
    }
}
