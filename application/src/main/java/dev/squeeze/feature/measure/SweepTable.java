package dev.squeeze.feature.measure;

import dev.squeeze.engine.measure.CodecMeasurement;
import dev.squeeze.engine.measure.DirectionFigures;
import dev.squeeze.engine.measure.PathFigures;
import dev.squeeze.engine.measure.SkippedSetting;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.SourceInfo;
import dev.squeeze.kit.document.TextTable;
import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.unit.ByteCount;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The tables of a sweep, one for each batch size. */
public final class SweepTable {
    private static final String ABSENT = "-";
    private static final double WIDE = 0.02;

    /** With fewer batches there is no interval. */
    private static final int MIN_BATCHES = 3;

    private final OfflineResult result;

    public SweepTable(OfflineResult result) {
        this.result = result;
    }

    /** Rows by batch size, smallest first. */
    Map<Integer, List<CodecMeasurement>> bySize() {
        return result.sweep().measurements().stream()
                .collect(Collectors.groupingBy(CodecMeasurement::batchBytes, TreeMap::new, Collectors.toList()));
    }

    String title(int size, List<CodecMeasurement> rows) {
        SourceInfo.SampledSize sampled = result.source().samples().stream()
                .filter(sample -> sample.batchBytes() == size)
                .findFirst()
                .orElseThrow();
        CodecMeasurement first = rows.get(0);
        return String.format(
                Locale.ROOT,
                "%s: %s records, %s uncompressed on average; %,d batches in the source, %,d sampled",
                BatchSizeName.of(size),
                Figures.number(first.recordsPerBatch()),
                ByteCount.binary(first.recordBytesPerBatch()),
                sampled.batches(),
                sampled.sampledBatches());
    }

    TextTable table(List<CodecMeasurement> rows) {
        boolean bare = rows.stream().anyMatch(row -> row.bare().isPresent());
        TextTable table = new TextTable(1);
        List<String> head = new ArrayList<>(List.of(
                "setting",
                "ratio",
                "±",
                "batches",
                "compress\nMiB/s",
                "±",
                "decompress\nMiB/s",
                "±",
                "rounds",
                "compress\nns/record",
                "decompress\nns/record",
                "compress\nalloc",
                "decompress\nalloc"));
        if (bare) {
            head.addAll(List.of("codec alone:\ncompress", "±", "codec alone:\ndecompress", "±"));
        }
        table.row(head);
        for (CodecMeasurement row : rows) {
            List<String> cells = new ArrayList<>();
            cells.add(row.codec() + (row.paretoOptimal() ? " *" : ""));
            cells.add(row.ratio().map(Figures::ratio).orElse(ABSENT));
            cells.add(row.ratio().map(Figures::halfWidth).orElse(ABSENT));
            cells.add(row.ratio()
                    .map(ratio -> String.format(Locale.ROOT, "%,d", ratio.n()))
                    .orElse(ABSENT));
            Optional<DirectionFigures> compress = row.kafka().map(PathFigures::compress);
            Optional<DirectionFigures> decompress = row.kafka().map(PathFigures::decompress);
            speed(cells, compress);
            speed(cells, decompress);
            cells.add(compress.map(figures ->
                            Long.toString(figures.mebibytesPerSecond().n()))
                    .orElse(ABSENT));
            cells.add(compress.map(
                            figures -> Figures.number(figures.nanosPerRecord().estimate()))
                    .orElse(ABSENT));
            cells.add(decompress
                    .map(figures -> Figures.number(figures.nanosPerRecord().estimate()))
                    .orElse(ABSENT));
            cells.add(compress.map(figures ->
                            ByteCount.binary(figures.allocatedBytesPerBatch().estimate()))
                    .orElse(ABSENT));
            cells.add(decompress
                    .map(figures ->
                            ByteCount.binary(figures.allocatedBytesPerBatch().estimate()))
                    .orElse(ABSENT));
            if (bare) {
                speed(cells, row.bare().map(PathFigures::compress));
                speed(cells, row.bare().map(PathFigures::decompress));
            }
            table.row(cells);
        }
        return table;
    }

    private static void speed(List<String> cells, Optional<DirectionFigures> direction) {
        cells.add(direction
                .map(figures -> Figures.number(figures.mebibytesPerSecond().estimate()))
                .orElse(ABSENT));
        cells.add(direction
                .map(figures -> Figures.halfWidth(figures.mebibytesPerSecond()))
                .orElse(ABSENT));
    }

    static final List<String> LEGEND = List.of(
            "*: no setting at this batch size has both a better ratio and a better compression speed.",
            "ratio: uncompressed / compressed batch bytes over the whole source, headers included. batches: how many"
                    + " were compressed, read back and compared; the ratio is exact if that is every batch of the"
                    + " source.",
            "compress and decompress: the cost of compression in a Java producer and of decompression in a consumer,"
                    + " through Kafka's own classes: uncompressed MiB per CPU second of one core, CPU nanoseconds per"
                    + " record (same interval), bytes the JVM allocates per batch (its interval, mostly zero, is in the"
                    + " JSON and CSV documents).",
            "codec alone: the codec library without Kafka's classes, on the same bytes in the same number of rounds. No"
                    + " codec can be faster than none.",
            "±: half-width of the 95 % interval.");

    /** Settings that were left out, one line for each batch size and reason. */
    List<String> skippedLines() {
        Map<String, List<SkippedSetting>> groups = new LinkedHashMap<>();
        for (SkippedSetting setting : result.sweep().skipped()) {
            String reason =
                    switch (setting.reason()) {
                        case BELOW_FLOOR -> "slower than the floor";
                        case DOMINATED -> "dominated";
                        case OUT_OF_TIME -> "out of time";
                    };
            groups.computeIfAbsent(BatchSizeName.of(setting.batchBytes()) + ", " + reason, key -> new ArrayList<>())
                    .add(setting);
        }
        List<String> lines = new ArrayList<>();
        groups.forEach((group, skipped) -> lines.add(group + ": " + CodecNames.ranges(skipped) + " ("
                + skipped.get(0).codec() + ": " + skipped.get(0).detail() + ")"));
        return lines;
    }

    /** Ratios whose interval is wider than 2 %, and why. */
    List<String> wideLines() {
        List<String> lines = new ArrayList<>();
        bySize().forEach((size, rows) -> {
            List<String> wide = rows.stream()
                    .filter(row -> row.ratio()
                            .map(ratio -> ratio.relativeHalfWidth() > WIDE)
                            .orElse(true))
                    .map(row -> row.codec() + " "
                            + row.ratio().map(Figures::halfWidth).orElse("(fewer than " + MIN_BATCHES + " batches)"))
                    .toList();
            if (!wide.isEmpty()) {
                lines.add(BatchSizeName.of(size) + ": " + String.join(", ", wide) + ": " + why(size, rows));
            }
        });
        return lines;
    }

    /**
     * The number of small batches kept is limited whatever {@code --sample} is, so a larger sample alone would not
     * help.
     */
    private String why(int size, List<CodecMeasurement> rows) {
        int sampled = result.source().samples().stream()
                .filter(sample -> sample.batchBytes() == size)
                .mapToInt(SourceInfo.SampledSize::sampledBatches)
                .findFirst()
                .orElse(0);
        boolean all = sampled < MIN_BATCHES
                || rows.stream()
                        .flatMap(row -> row.ratio().stream())
                        .filter(ratio -> ratio.relativeHalfWidth() > WIDE)
                        .mapToLong(ConfidenceInterval::n)
                        .anyMatch(n -> n >= sampled);
        return all
                ? "all sampled batches were used; squeeze measure --exhaustive with a larger --sample keeps more of them"
                : "the budget was used up; give a larger --budget";
    }
}
