package dev.squeeze.feature.measure;

import dev.squeeze.engine.measure.CodecMeasurement;
import dev.squeeze.engine.measure.PathFigures;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.PageContent;
import dev.squeeze.kit.document.PageContent.Section;
import dev.squeeze.kit.document.PageParts;
import dev.squeeze.kit.document.html.Element;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** {@code squeeze measure} as a page. */
public final class MeasurePage {
    private MeasurePage() {}

    /** @param prefix of ids, where the page has several results */
    public static PageContent of(MeasureResult result, String prefix) {
        List<Element> support = new ArrayList<>(new Verdict(result).support());
        support.addAll(PageParts.caveats("Mind", OfflineNotes.warnings(result)));
        return new PageContent(
                result.source().source(),
                new Verdict(result).sentence(),
                support,
                sections(result, List.of(SweepCharts.today(result)), prefix));
    }

    /** What is shown of every sweep. */
    public static List<Section> sections(OfflineResult result, List<SweepCharts.MarkedBatch> marked, String prefix) {
        SweepCharts charts = new SweepCharts(result);
        SweepTable table = new SweepTable(result);
        List<Section> sections = new ArrayList<>();
        sections.add(new Section(
                "Ratio against compression speed",
                charts.ratioAgainstSpeed(prefix + "speed", PathFigures::compress, "compress")));
        sections.add(new Section("Batch size, the lever that most people miss", List.of(charts.ratioBySize(marked))));
        sections.add(new Section(
                "Reading it back",
                charts.ratioAgainstSpeed(prefix + "reading", PathFigures::decompress, "decompress")));
        List<Element> figures = new ArrayList<>(table.html());
        figures.add(PageParts.lines(SweepTable.LEGEND));
        if (!table.skippedLines().isEmpty()) {
            figures.add(PageParts.heading("Left out"));
            figures.add(PageParts.lines(table.skippedLines()));
        }
        if (!table.wideLines().isEmpty()) {
            figures.add(PageParts.heading("Ratios not known to within 2 %"));
            figures.add(PageParts.lines(table.wideLines()));
        }
        sections.add(new Section("All figures", figures));
        return sections;
    }

    /** What a sweep comes to in one sentence: what compression does, and whether levels or batches do more. */
    private static final class Verdict {
        private static final double ABOUT_AS_GOOD = 0.95;

        private final SweepCharts charts;
        private final Optional<Integer> size;
        private final List<CodecMeasurement> measured;
        private final List<CodecMeasurement> all;

        Verdict(MeasureResult result) {
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
                return "Nothing was measured to its end.";
            }
            CodecMeasurement one = standard.get();
            return String.format(
                    Locale.ROOT,
                    "%s shrinks %s of these records %s%s%s.",
                    one.codec(),
                    SweepTable.nameWithin(size.orElseThrow()),
                    Figures.ratio(ratio(one)),
                    ratio(one).exact() ? "" : " (" + Figures.halfWidth(ratio(one)) + ")",
                    alternative(one));
        }

        /** The best of the codecs' default levels; of those that are about as good, the fastest. */
        private Optional<CodecMeasurement> standard() {
            List<CodecMeasurement> defaults = measured.stream()
                    .filter(row -> row.codec().isDefaultLevel())
                    .toList();
            double most = defaults.stream()
                    .mapToDouble(row -> ratio(row).estimate())
                    .max()
                    .orElse(0);
            return defaults.stream()
                    .filter(row -> ratio(row).estimate() >= ABOUT_AS_GOOD * most)
                    .max(Comparator.comparingDouble(Verdict::speed))
                    .or(() -> measured.stream()
                            .max(Comparator.comparingDouble(row -> ratio(row).estimate())));
        }

        private String alternative(CodecMeasurement standard) {
            Optional<CodecMeasurement> larger = all.stream()
                    .filter(row -> row.codec().equals(standard.codec())
                            && row.ratio().isPresent()
                            && row.batchBytes() > standard.batchBytes())
                    .max(Comparator.comparingDouble(row -> ratio(row).estimate()));
            Optional<CodecMeasurement> best = measured.stream()
                    .max(Comparator.comparingDouble(row -> ratio(row).estimate()));
            if (larger.isEmpty() || best.isEmpty()) {
                return "";
            }
            boolean batchesWin = ratio(larger.get()).low() > ratio(best.get()).high();
            boolean levelsWin = ratio(best.get()).low() > ratio(larger.get()).high();
            String batches = SweepTable.name(larger.get().batchBytes()).replace("Batches of ", "");
            return batchesWin
                    ? String.format(
                            Locale.ROOT,
                            "; batches of %s make it %s, more than any codec or level does at this size (%s at most)",
                            batches,
                            Figures.ratio(ratio(larger.get())),
                            Figures.ratio(ratio(best.get())))
                    : levelsWin
                            ? String.format(
                                    Locale.ROOT,
                                    "; %s makes it %s, and larger batches %s at most",
                                    best.get().codec(),
                                    Figures.ratio(ratio(best.get())),
                                    Figures.ratio(ratio(larger.get())))
                            : String.format(
                                    Locale.ROOT,
                                    "; batches of %s make it %s, as the best level does at this size",
                                    batches,
                                    Figures.ratio(ratio(larger.get())));
        }

        List<Element> support() {
            List<CodecMeasurement> front = measured.stream()
                    .filter(CodecMeasurement::paretoOptimal)
                    .sorted(Comparator.comparingDouble(row -> -speed(row)))
                    .toList();
            if (front.isEmpty()) {
                return List.of();
            }
            String where = SweepTable.name(size.orElseThrow());
            List<PageParts.Tile> tiles = new ArrayList<>();
            standard().ifPresent(row -> tiles.add(tile("Best of the default levels", row)));
            tiles.add(tile("Fastest on the front", front.get(0)));
            tiles.add(tile("Densest", front.get(front.size() - 1)));
            return List.of(
                    PageParts.support(where
                            + "; ratios with their interval at 95 %, speeds in MiB per CPU second of one core. Of "
                            + measured.size() + " settings, " + front.size()
                            + " are beaten by no other in both ratio and compression speed."),
                    PageParts.tiles(tiles));
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
}
