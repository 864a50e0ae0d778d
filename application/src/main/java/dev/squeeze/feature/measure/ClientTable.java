package dev.squeeze.feature.measure;

import dev.squeeze.engine.measure.ClientSweep;
import dev.squeeze.engine.measure.CodecMeasurement;
import dev.squeeze.engine.measure.DirectionFigures;
import dev.squeeze.engine.measure.PathFigures;
import dev.squeeze.kit.document.Block;
import dev.squeeze.kit.document.Document;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.TextTable;
import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.unit.ByteCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The codecs of other client libraries, compared with Java's at the same level. */
final class ClientTable {
    private static final String ABSENT = "-";
    private static final List<String> LEGEND = List.of(
            "The library's own codecs, called as its producer and consumer call them, on the same batches in the same"
                    + " rounds. Kafka's own classes read their output back and compared it.",
            "ratio: as for Java's codecs; batches that the library sends uncompressed because they do not get smaller"
                    + " count as uncompressed.",
            "compress and decompress: uncompressed MiB per second of one core's CPU time, with garbage"
                    + " collection; alloc: bytes on its garbage-collected heap per batch, 0 for a library in C.",
            "x Java: ratio to the codec library that Java uses, measured alone (bare) at the same level: stored bytes,"
                    + " and CPU time of compression and decompression. Below 1 is better than Java.");

    private final OfflineResult result;

    ClientTable(OfflineResult result) {
        this.result = result;
    }

    /** Adds a section for each client and batch size; none if no other client was measured. */
    void addTo(Document.Builder document) {
        List<ClientSweep> clients = result.sweep().clients();
        for (ClientSweep client : clients) {
            client.measurements().stream()
                    .collect(Collectors.groupingBy(CodecMeasurement::batchBytes, TreeMap::new, Collectors.toList()))
                    .forEach((size, rows) -> {
                        String title = "Codecs of " + client.library() + ", " + BatchSizeName.within(size);
                        document.section(title, new Block.Table(title, table(rows)));
                    });
        }
        if (!clients.isEmpty()) {
            document.section("How to read the codecs of other clients", new Block.Lines(LEGEND));
        }
    }

    private TextTable table(List<CodecMeasurement> rows) {
        TextTable table = new TextTable(1);
        table.row(List.of(
                "setting",
                "ratio",
                "±",
                "batches",
                "compress\nMiB/s",
                "±",
                "decompress\nMiB/s",
                "±",
                "rounds",
                "compress\nalloc",
                "decompress\nalloc",
                "x Java: bytes",
                "compress\nCPU",
                "decompress\nCPU"));
        for (CodecMeasurement row : rows) {
            Optional<CodecMeasurement> java = java(row);
            Optional<DirectionFigures> compress = row.bare().map(PathFigures::compress);
            Optional<DirectionFigures> decompress = row.bare().map(PathFigures::decompress);
            List<String> cells = new ArrayList<>();
            cells.add(row.codec() + (row.paretoOptimal() ? " *" : ""));
            cells.add(row.ratio().map(Figures::ratio).orElse(ABSENT));
            cells.add(row.ratio().map(Figures::halfWidth).orElse(ABSENT));
            cells.add(row.ratio().map(ratio -> Figures.say("%,d", ratio.n())).orElse(ABSENT));
            speed(cells, compress);
            speed(cells, decompress);
            cells.add(compress.map(figures ->
                            String.valueOf(figures.mebibytesPerSecond().n()))
                    .orElse(ABSENT));
            cells.add(allocated(compress));
            cells.add(allocated(decompress));
            cells.add(ratioToJava(row, java, CodecMeasurement::storedBytesPerRecord));
            cells.add(ratioToJava(row, java, cost(PathFigures::compress)));
            cells.add(ratioToJava(row, java, cost(PathFigures::decompress)));
            table.row(cells);
        }
        return table;
    }

    private Optional<CodecMeasurement> java(CodecMeasurement row) {
        return result.sweep().measurements().stream()
                .filter(java -> java.codec().equals(row.codec()) && java.batchBytes() == row.batchBytes())
                .findFirst();
    }

    private static Function<CodecMeasurement, Optional<ConfidenceInterval>> cost(
            Function<PathFigures, DirectionFigures> direction) {
        return row -> row.bare().map(direction).map(DirectionFigures::nanosPerRecord);
    }

    private static String ratioToJava(
            CodecMeasurement row,
            Optional<CodecMeasurement> java,
            Function<CodecMeasurement, Optional<ConfidenceInterval>> figure) {
        Optional<ConfidenceInterval> own = figure.apply(row);
        Optional<ConfidenceInterval> javas = java.flatMap(figure);
        return own.isPresent() && javas.isPresent()
                ? Figures.say("%.2f", own.get().estimate() / javas.get().estimate())
                : ABSENT;
    }

    private static void speed(List<String> cells, Optional<DirectionFigures> direction) {
        cells.add(direction
                .map(figures -> Figures.number(figures.mebibytesPerSecond().estimate()))
                .orElse(ABSENT));
        cells.add(direction
                .map(figures -> Figures.halfWidth(figures.mebibytesPerSecond()))
                .orElse(ABSENT));
    }

    private static String allocated(Optional<DirectionFigures> direction) {
        return direction
                .map(figures ->
                        ByteCount.binary(figures.allocatedBytesPerBatch().estimate()))
                .orElse(ABSENT);
    }
}
