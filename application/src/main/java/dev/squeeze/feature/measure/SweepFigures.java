package dev.squeeze.feature.measure;

import dev.squeeze.engine.measure.ClientSweep;
import dev.squeeze.engine.measure.CodecMeasurement;
import dev.squeeze.engine.measure.DirectionFigures;
import dev.squeeze.engine.measure.PathFigures;
import dev.squeeze.kit.document.Figure;
import dev.squeeze.kit.document.Observed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The figures of codecs on a sample, by codec and nominal uncompressed batch bytes, such as {@code zstd:1 65536}. */
public final class SweepFigures {
    /** Metrics with their units. */
    public static final Map<String, String> UNITS = Map.of(
            "ratio", "x",
            "stored-bytes-per-record", "bytes",
            "compress-speed", "MiB/s",
            "decompress-speed", "MiB/s",
            "bare-compress-speed", "MiB/s",
            "bare-decompress-speed", "MiB/s");

    private SweepFigures() {}

    static List<Figure> of(SweepInfo sweep) {
        List<Figure> figures = new ArrayList<>();
        sweep.measurements().forEach(row -> figures.addAll(of("", row)));
        for (ClientSweep client : sweep.clients()) {
            client.measurements().forEach(row -> figures.addAll(of(client.client() + " ", row)));
        }
        return figures;
    }

    /** @param client empty for Java */
    private static List<Figure> of(String client, CodecMeasurement row) {
        return new Figure.Collector(
                        client + row.codec() + " " + row.batchBytes(),
                        client + row.codec() + ", " + BatchSizeName.within(row.batchBytes()))
                .add("ratio", "ratio", row.ratio().map(Observed::of))
                .add(
                        "stored-bytes-per-record",
                        "stored bytes per record",
                        row.storedBytesPerRecord().map(Observed::of))
                .add("compress-speed", "compression MiB/s", speed(row.kafka(), PathFigures::compress))
                .add("decompress-speed", "decompression MiB/s", speed(row.kafka(), PathFigures::decompress))
                .add(
                        "bare-compress-speed",
                        "compression without Kafka's classes, MiB/s",
                        speed(row.bare(), PathFigures::compress))
                .add(
                        "bare-decompress-speed",
                        "decompression without Kafka's classes, MiB/s",
                        speed(row.bare(), PathFigures::decompress))
                .figures();
    }

    private static Optional<Observed> speed(
            Optional<PathFigures> path, Function<PathFigures, DirectionFigures> direction) {
        return path.map(direction).map(DirectionFigures::mebibytesPerSecond).map(Observed::of);
    }
}
