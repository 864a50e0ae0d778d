package dev.squeeze.fuzz;

import dev.squeeze.CalibrationFuzz;
import dev.squeeze.ExperimentFuzz;
import dev.squeeze.WordFuzz;
import dev.squeeze.engine.history.HistoryFuzz;
import dev.squeeze.engine.inspection.SegmentFuzz;
import dev.squeeze.engine.predict.PriceListFuzz;
import dev.squeeze.feature.copy.ProgressFuzz;
import dev.squeeze.feature.copy.RewriteFuzz;
import dev.squeeze.feature.doctor.ValueFuzz;
import dev.squeeze.feature.gateway.GatewayFuzz;
import dev.squeeze.feature.gateway.RequestFuzz;
import dev.squeeze.kit.cluster.PropertiesFuzz;
import dev.squeeze.kit.document.DocumentFuzz;
import dev.squeeze.kit.kafka.BatchFuzz;
import dev.squeeze.kit.kafka.FetchFuzz;
import dev.squeeze.kit.kafka.FrameFuzz;
import dev.squeeze.kit.source.CsvFuzz;
import dev.squeeze.kit.source.JsonFuzz;
import dev.squeeze.kit.source.PackedFuzz;
import dev.squeeze.kit.source.RecordFileFuzz;
import dev.squeeze.kit.source.TimestampFuzz;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** All targets by the names that {@code fuzz/run} takes. */
final class FuzzTargets {
    private static final Map<String, Opener> OPENERS = new TreeMap<>(Map.ofEntries(
            Map.entry("batches", BatchFuzz::new),
            Map.entry("frames", FrameFuzz::new),
            Map.entry("segments", SegmentFuzz::new),
            Map.entry("rewrite", RewriteFuzz::new),
            Map.entry("fetch", FetchFuzz::new),
            Map.entry("values", ValueFuzz::new),
            Map.entry("gateway", GatewayFuzz::new),
            Map.entry("requests", RequestFuzz::new),
            Map.entry("documents", DocumentFuzz::new),
            Map.entry("calibrations", CalibrationFuzz::new),
            Map.entry("experiments", ExperimentFuzz::new),
            Map.entry("prices", PriceListFuzz::new),
            Map.entry("properties", PropertiesFuzz::new),
            Map.entry("files", RecordFileFuzz::new),
            Map.entry("packed", PackedFuzz::new),
            Map.entry("csv", CsvFuzz::new),
            Map.entry("json", JsonFuzz::new),
            Map.entry("timestamps", TimestampFuzz::new),
            Map.entry("progress", ProgressFuzz::new),
            Map.entry("history", HistoryFuzz::new),
            Map.entry("words", WordFuzz::new)));

    private FuzzTargets() {}

    @FunctionalInterface
    private interface Opener {
        FuzzTarget open() throws Exception;
    }

    static List<String> names() {
        return List.copyOf(OPENERS.keySet());
    }

    /** @throws IllegalArgumentException that names the targets where there is none of this name */
    static FuzzTarget open(String name) throws Exception {
        Opener opener = OPENERS.get(name);
        if (opener == null) {
            throw new IllegalArgumentException("no target '" + name + "': there are " + String.join(", ", names()));
        }
        return opener.open();
    }
}
