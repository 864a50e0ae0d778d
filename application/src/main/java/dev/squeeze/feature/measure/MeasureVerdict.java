package dev.squeeze.feature.measure;

import dev.squeeze.engine.measure.CodecMeasurement;
import dev.squeeze.kit.document.Block;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.PageParts;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The verdict on a sweep: what compression saves, and whether levels or larger batches save more. */
final class MeasureVerdict {
    private static final double ABOUT_AS_GOOD = 0.95;

    /** A lower ratio is printed as 1.00x. */
    private static final double SMALLER = 1.005;

    private final SweepCharts charts;
    private final Optional<Integer> size;
    private final List<CodecMeasurement> measured;
    private final List<CodecMeasurement> all;

    MeasureVerdict(MeasureResult result) {
        charts = new SweepCharts(result);
        size = charts.nearestSize(SweepCharts.today(result).recordBytes());
        all = result.sweep().measurements();
        measured = size.map(charts::at).orElse(List.of()).stream()
                .filter(SweepCharts::isComplete)
                .filter(row -> row.codec().type() != CodecType.NONE)
                .toList();
    }

    String sentence() {
        Optional<CodecMeasurement> standard = standard();
        if (standard.isEmpty()) {
            return "No setting was measured completely.";
        }
        CodecMeasurement highest = highest(measured).orElseThrow();
        if (ratio(highest).estimate() < SMALLER) {
            return notSmaller(highest);
        }
        CodecMeasurement best = standard.get();
        return String.format(
                Locale.ROOT,
                "%s compresses %s of these records %s%s%s.",
                best.codec(),
                BatchSizeName.within(size.orElseThrow()),
                Figures.ratio(ratio(best)),
                ratio(best).exact() ? "" : " (" + Figures.halfWidth(ratio(best)) + ")",
                alternative(best));
    }

    /** The sentence for records such as encrypted values or a single short record, which no codec makes smaller. */
    private String notSmaller(CodecMeasurement highest) {
        String larger = highest(larger(highest))
                .filter(row -> ratio(row).estimate() >= SMALLER)
                .map(row -> String.format(
                        Locale.ROOT,
                        "; in %s %s reaches %s",
                        BatchSizeName.within(row.batchBytes()),
                        row.codec(),
                        Figures.ratio(ratio(row))))
                .orElse("");
        return String.format(
                Locale.ROOT,
                "No setting makes %s of these records smaller: at best %s with %s%s.",
                BatchSizeName.within(highest.batchBytes()),
                Figures.ratio(ratio(highest)),
                highest.codec(),
                larger);
    }

    private List<CodecMeasurement> larger(CodecMeasurement than) {
        return all.stream()
                .filter(row -> row.codec().type() != CodecType.NONE
                        && row.ratio().isPresent()
                        && row.batchBytes() > than.batchBytes())
                .toList();
    }

    private static Optional<CodecMeasurement> highest(List<CodecMeasurement> rows) {
        return rows.stream().max(Comparator.comparingDouble(row -> ratio(row).estimate()));
    }

    /** The fastest of the default levels whose ratio is close to the best one. */
    private Optional<CodecMeasurement> standard() {
        List<CodecMeasurement> defaults =
                measured.stream().filter(row -> row.codec().isDefaultLevel()).toList();
        double most = defaults.stream()
                .mapToDouble(row -> ratio(row).estimate())
                .max()
                .orElse(0);
        return defaults.stream()
                .filter(row -> ratio(row).estimate() >= ABOUT_AS_GOOD * most)
                .max(Comparator.comparingDouble(MeasureVerdict::speed))
                .or(() -> highest(measured));
    }

    private String alternative(CodecMeasurement standard) {
        Optional<CodecMeasurement> larger = highest(larger(standard).stream()
                .filter(row -> row.codec().equals(standard.codec()))
                .toList());
        Optional<CodecMeasurement> best = highest(measured);
        if (larger.isEmpty() || best.isEmpty()) {
            return "";
        }
        // Exact ratios may differ in digits that are not printed: 4.20x must not count as more than 4.20x.
        boolean differ = !Figures.ratio(ratio(larger.get())).equals(Figures.ratio(ratio(best.get())));
        boolean batchesWin =
                differ && ratio(larger.get()).low() > ratio(best.get()).high();
        boolean levelsWin =
                differ && ratio(best.get()).low() > ratio(larger.get()).high();
        String batches = size(larger.get().batchBytes());
        if (batchesWin) {
            return String.format(
                    Locale.ROOT,
                    "; in batches of %s it reaches %s, more than any codec or level reaches at %s (best: %s)",
                    batches,
                    Figures.ratio(ratio(larger.get())),
                    size(standard.batchBytes()),
                    Figures.ratio(ratio(best.get())));
        }
        return levelsWin
                ? better(standard, best.get(), larger.get())
                : String.format(
                        Locale.ROOT,
                        "; in batches of %s it reaches %s, as much as the best level at this size",
                        batches,
                        Figures.ratio(ratio(larger.get())));
    }

    /** For a batch size at which some codec or level compresses better than {@code standard} does in larger batches. */
    private static String better(CodecMeasurement standard, CodecMeasurement best, CodecMeasurement larger) {
        String inLarger = Figures.ratio(ratio(larger));
        return best.codec().equals(standard.codec())
                ? String.format(Locale.ROOT, "; in larger batches it reaches at most %s", inLarger)
                : String.format(
                        Locale.ROOT,
                        "; %s reaches %s, %s in larger batches at most %s",
                        best.codec(),
                        Figures.ratio(ratio(best)),
                        standard.codec(),
                        inLarger);
    }

    private static String size(int batchBytes) {
        return BatchSizeName.of(batchBytes).replace("Batches of ", "");
    }

    /** The number of Pareto-optimal settings, and three of them as tiles. */
    List<Block> support() {
        List<CodecMeasurement> front = measured.stream()
                .filter(CodecMeasurement::paretoOptimal)
                .sorted(Comparator.comparingDouble(row -> -speed(row)))
                .toList();
        if (front.isEmpty()) {
            return List.of();
        }
        String where = BatchSizeName.of(size.orElseThrow());
        List<PageParts.Tile> tiles = new ArrayList<>();
        standard().ifPresent(row -> tiles.add(tile("Best of the default levels", row)));
        tiles.add(tile("Fastest on the front", front.get(0)));
        tiles.add(tile("Best ratio", front.get(front.size() - 1)));
        return List.of(
                new Block.Paragraph(where + ": " + front.size() + " of " + measured.size()
                        + " settings Pareto-optimal: no other has both a better ratio and a higher compression speed. Ratios are shown with their"
                        + " interval at 95 %, speeds in MiB per CPU second of one core."),
                new Block.Tiles(tiles));
    }

    private static PageParts.Tile tile(String name, CodecMeasurement row) {
        return new PageParts.Tile(
                name,
                row.codec() + " " + Figures.ratio(ratio(row)),
                "writes " + Figures.number(speed(row)) + ", reads "
                        + Figures.number(row.kafka()
                                .orElseThrow()
                                .decompress()
                                .mebibytesPerSecond()
                                .estimate())
                        + " MiB/s");
    }

    private static ConfidenceInterval ratio(CodecMeasurement row) {
        return row.ratio().orElseThrow();
    }

    private static double speed(CodecMeasurement row) {
        return row.kafka().orElseThrow().compress().mebibytesPerSecond().estimate();
    }
}
