package dev.squeeze.feature.measure;

import dev.squeeze.engine.measure.CodecMeasurement;
import dev.squeeze.engine.measure.DirectionFigures;
import dev.squeeze.engine.measure.PathFigures;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.PageParts;
import dev.squeeze.kit.document.html.Axis;
import dev.squeeze.kit.document.html.Element;
import dev.squeeze.kit.document.html.Series;
import dev.squeeze.kit.document.html.Spot;
import dev.squeeze.kit.document.html.XyChart;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.Ratio;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The charts of a sweep. */
public final class SweepCharts {
    private final OfflineResult result;
    private final Map<Integer, List<CodecMeasurement>> bySize;

    SweepCharts(OfflineResult result) {
        this.result = result;
        this.bySize = new SweepTable(result).bySize();
    }

    /** @param recordBytes uncompressed bytes of records in the batch */
    public record MarkedBatch(double recordBytes, String label) {}

    /** Today's batch size: known from today's settings or from the log, else Kafka's default {@code batch.size}. */
    public static MarkedBatch today(OfflineResult result) {
        OptionalDouble known = result.todaysRecordBytesPerBatch();
        if (known.isPresent()) {
            return new MarkedBatch(known.getAsDouble(), "today's batch");
        }
        return result.source()
                .stored()
                .map(stored -> new MarkedBatch(stored.recordBytesPerBatch(), "today's batch"))
                .orElse(new MarkedBatch(ProducerSettings.KAFKA_DEFAULTS.batchSizeBytes(), "default batch.size"));
    }

    /** The closest measured batch size; empty if no setting was measured completely. */
    Optional<Integer> nearestSize(double recordBytes) {
        return bySize.entrySet().stream()
                .filter(entry -> entry.getValue().stream().anyMatch(SweepCharts::isComplete))
                .map(Map.Entry::getKey)
                .min(Comparator.comparingDouble(size -> Math.abs(Math.log(size / recordBytes))));
    }

    List<CodecMeasurement> at(int size) {
        return bySize.getOrDefault(size, List.of());
    }

    static boolean isComplete(CodecMeasurement measurement) {
        return measurement.ratio().isPresent() && measurement.kafka().isPresent();
    }

    /** Ratio against speed: one chart for each batch size; the one nearest to today's is selected. */
    Element ratioAgainstSpeed(String id, Function<PathFigures, DirectionFigures> direction, String verb) {
        List<PageParts.Tab> tabs = new ArrayList<>();
        int chosen = 0;
        int nearest = nearestSize(today(result).recordBytes()).orElse(0);
        for (Map.Entry<Integer, List<CodecMeasurement>> entry : bySize.entrySet()) {
            List<CodecMeasurement> complete =
                    entry.getValue().stream().filter(SweepCharts::isComplete).toList();
            if (!complete.isEmpty()) {
                if (entry.getKey() == nearest) {
                    chosen = tabs.size();
                }
                tabs.add(new PageParts.Tab(
                        BatchSizeName.of(entry.getKey()), List.of(scatter(entry.getKey(), complete, direction, verb))));
            }
        }
        return tabs.isEmpty()
                ? PageParts.paragraph("No setting was measured completely.")
                : PageParts.tabs(id, "Uncompressed bytes in a batch", tabs, chosen);
    }

    private Element scatter(
            int size, List<CodecMeasurement> rows, Function<PathFigures, DirectionFigures> direction, String verb) {
        boolean compressing = verb.equals("compress");
        Function<CodecMeasurement, ConfidenceInterval> speed =
                row -> direction.apply(row.kafka().orElseThrow()).mebibytesPerSecond();
        Axis x = Axis.logarithmic(
                (compressing ? "compression" : "decompression") + " speed, MiB per CPU second of one core",
                rows.stream()
                        .mapToDouble(row -> speed.apply(row).estimate())
                        .min()
                        .orElse(1),
                rows.stream()
                        .mapToDouble(row -> speed.apply(row).estimate())
                        .max()
                        .orElse(1),
                Figures::axis);
        Axis y = Axis.linear(
                "ratio",
                0,
                rows.stream()
                        .mapToDouble(row -> row.ratio().orElseThrow().high())
                        .max()
                        .orElse(1),
                value -> Figures.axis(value) + "x");
        String batches = BatchSizeName.within(size);
        XyChart chart = new XyChart(
                "Ratio against " + (compressing ? "compression" : "decompression") + " speed, " + batches,
                summary(rows, speed, compressing),
                x,
                y);
        rows.stream()
                .filter(row -> row.codec().type() == CodecType.NONE)
                .findFirst()
                .ifPresent(none -> chart.markX(speed.apply(none).estimate(), "ceiling: none"));
        List<CodecMeasurement> front = front(rows, speed);
        if (compressing) {
            chart.front(front.stream().map(row -> spot(row, speed)).toList());
        }
        rows.stream().map(row -> spot(row, speed)).forEach(chart::spot);
        return chart.figure();
    }

    private static List<CodecMeasurement> front(
            List<CodecMeasurement> rows, Function<CodecMeasurement, ConfidenceInterval> speed) {
        return rows.stream()
                .filter(CodecMeasurement::paretoOptimal)
                .sorted(Comparator.comparingDouble(row -> speed.apply(row).estimate()))
                .toList();
    }

    private static String summary(
            List<CodecMeasurement> rows, Function<CodecMeasurement, ConfidenceInterval> speed, boolean compressing) {
        List<CodecMeasurement> front = front(rows, speed);
        if (front.isEmpty()) {
            return "";
        }
        if (!compressing) {
            return "Hollow marks are settings that another setting beats in both ratio and compression speed.";
        }
        return "No setting beats those on the line, from " + words(front.get(0), speed)
                + " to " + words(front.get(front.size() - 1), speed)
                + "; settings with hollow marks are beaten in both ratio and speed. Bars are 95 % intervals.";
    }

    private static String words(CodecMeasurement row, Function<CodecMeasurement, ConfidenceInterval> speed) {
        return row.codec() + " (" + Figures.ratio(row.ratio().orElseThrow()) + " at "
                + Figures.number(speed.apply(row).estimate()) + " MiB/s)";
    }

    private static Spot spot(CodecMeasurement row, Function<CodecMeasurement, ConfidenceInterval> speed) {
        ConfidenceInterval ratio = row.ratio().orElseThrow();
        ConfidenceInterval pace = speed.apply(row);
        Codec codec = row.codec();
        boolean none = codec.type() == CodecType.NONE;
        return new Spot(
                pace.estimate(),
                Math.max(pace.low(), Double.MIN_NORMAL),
                pace.high(),
                ratio.estimate(),
                ratio.low(),
                ratio.high(),
                PageParts.series(codec.type(), codec.type().label()),
                !row.paretoOptimal() && !none,
                none
                        ? ""
                        : codec.type().hasLevels()
                                ? Integer.toString(codec.level())
                                : codec.type().label(),
                codec + ": " + Figures.ratio(ratio) + " " + Figures.halfWidth(ratio) + ", "
                        + Figures.number(pace.estimate()) + " MiB/s " + Figures.halfWidth(pace));
    }

    /**
     * Ratio against batch size, one line for each codec at its default level (or the level measured at most batch
     * sizes), with some batch sizes marked.
     */
    Element ratioBySize(List<MarkedBatch> marked) {
        Map<CodecType, List<CodecMeasurement>> lines = new TreeMap<>(result.sweep().measurements().stream()
                .filter(row -> row.ratio().isPresent() && row.codec().type() != CodecType.NONE)
                .collect(Collectors.groupingBy(row -> row.codec().type())));
        lines.replaceAll((type, rows) -> ofOneLevel(type, rows));
        List<CodecMeasurement> all =
                lines.values().stream().flatMap(List::stream).toList();
        if (all.isEmpty()) {
            return PageParts.paragraph("No ratio was measured.");
        }
        double smallest = all.stream()
                .mapToDouble(CodecMeasurement::recordBytesPerBatch)
                .min()
                .orElse(1);
        double largest = all.stream()
                .mapToDouble(CodecMeasurement::recordBytesPerBatch)
                .max()
                .orElse(1);
        for (MarkedBatch batch : marked) {
            smallest = Math.min(smallest, batch.recordBytes());
            largest = Math.max(largest, batch.recordBytes());
        }
        Axis x = Axis.logarithmic(
                "uncompressed bytes in a batch", smallest, largest, powersOfFour(smallest, largest), ByteCount::binary);
        Axis y = Axis.linear(
                "ratio",
                0,
                all.stream()
                        .mapToDouble(row -> row.ratio().orElseThrow().high())
                        .max()
                        .orElse(1),
                value -> Figures.axis(value) + "x");
        XyChart chart = new XyChart("Ratio against batch size, each codec at one level", gain(lines), x, y);
        marked.forEach(batch -> chart.markX(batch.recordBytes(), batch.label()));
        lines.forEach((type, rows) ->
                chart.line(rows.stream().map(row -> sizeSpot(row)).toList()));
        return chart.figure();
    }

    private static List<CodecMeasurement> ofOneLevel(CodecType type, List<CodecMeasurement> rows) {
        Codec standard = Codec.ofDefaultLevel(type);
        Codec shown = rows.stream().anyMatch(row -> row.codec().equals(standard))
                ? standard
                : rows.stream()
                        .collect(Collectors.groupingBy(CodecMeasurement::codec, Collectors.counting()))
                        .entrySet()
                        .stream()
                        .max(Map.Entry.<Codec, Long>comparingByValue()
                                .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
                        .orElseThrow()
                        .getKey();
        return rows.stream()
                .filter(row -> row.codec().equals(shown))
                .sorted(Comparator.comparingDouble(CodecMeasurement::recordBytesPerBatch))
                .toList();
    }

    private static Spot sizeSpot(CodecMeasurement row) {
        ConfidenceInterval ratio = row.ratio().orElseThrow();
        Series series = PageParts.series(row.codec().type(), row.codec().toString());
        double bytes = row.recordBytesPerBatch();
        return new Spot(
                bytes,
                bytes,
                bytes,
                ratio.estimate(),
                ratio.low(),
                ratio.high(),
                series,
                false,
                "",
                row.codec() + ", " + ByteCount.binary(bytes) + " in a batch: " + Figures.ratio(ratio) + " "
                        + Figures.halfWidth(ratio));
    }

    /** A sentence on the codec that gains most from larger batches; empty if none was measured at several sizes. */
    private static String gain(Map<CodecType, List<CodecMeasurement>> lines) {
        return lines.values().stream()
                .filter(rows -> rows.size() > 1)
                .max(Comparator.comparingDouble(rows -> ratio(rows, rows.size() - 1) / ratio(rows, 0)))
                .map(rows -> rows.get(0).codec() + " goes from " + new Ratio(ratio(rows, 0)) + " in batches of "
                        + ByteCount.binary(rows.get(0).recordBytesPerBatch()) + " to "
                        + new Ratio(ratio(rows, rows.size() - 1)) + " in batches of "
                        + ByteCount.binary(rows.get(rows.size() - 1).recordBytesPerBatch())
                        + ": linger.ms and batch.size decide how full batches get.")
                .orElse("");
    }

    private static double ratio(List<CodecMeasurement> rows, int index) {
        return rows.get(index).ratio().orElseThrow().estimate();
    }

    private static List<Double> powersOfFour(double smallest, double largest) {
        List<Double> ticks = new ArrayList<>();
        for (double tick = 1; tick <= largest * 1.15; tick *= 4) {
            if (tick >= smallest / 1.15) {
                ticks.add(tick);
            }
        }
        return ticks;
    }
}
