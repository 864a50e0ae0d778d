package dev.squeeze.feature.measure;

import dev.squeeze.engine.measure.PathFigures;
import dev.squeeze.kit.document.Block;
import dev.squeeze.kit.document.Document;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The sections on a sweep in a document. */
public final class SweepSections {
    private final SweepCharts charts;
    private final SweepTable table;

    public SweepSections(OfflineResult result) {
        charts = new SweepCharts(result);
        table = new SweepTable(result);
    }

    /**
     * Adds charts, on pages only.
     *
     * @param marked batch sizes to mark in the chart of ratio against batch size
     */
    public void charts(Document.Builder document, List<SweepCharts.MarkedBatch> marked) {
        document.section(
                        "Ratio against compression speed",
                        new Block.Drawing(prefix ->
                                charts.ratioAgainstSpeed(prefix + "speed", PathFigures::compress, "compress")))
                .section("Ratio against batch size", Block.Drawing.of(charts.ratioBySize(marked)))
                .section(
                        "Ratio against decompression speed",
                        new Block.Drawing(prefix ->
                                charts.ratioAgainstSpeed(prefix + "reading", PathFigures::decompress, "decompress")));
    }

    /**
     * Adds tables of all figures: on a page in one section, in text in a section for each batch size.
     *
     * @param text text media that show them
     */
    public void tables(Document.Builder document, Block.Medium... text) {
        Set<Block.Medium> media = Arrays.stream(text).collect(Collectors.toSet());
        List<Block> onPage = new ArrayList<>();
        table.bySize().forEach((size, rows) -> {
            Block.Table figures = new Block.Table(table.title(size, rows), table.table(rows));
            document.section(figures.caption(), new Block.Only(media, figures));
            onPage.add(Block.onPage(figures));
        });
        document.section("All figures", onPage);
        media.add(Block.Medium.PAGE);
        document.section("How to read the figures", new Block.Only(media, new Block.Lines(SweepTable.LEGEND)));
    }

    /** Adds the settings that were left out and the ratios with wide intervals, on pages only. */
    public void gapsOnPage(Document.Builder document) {
        document.section("Left out", Block.onPage(new Block.Lines(table.skippedLines())))
                .section("Ratios not known to within 2 %", Block.onPage(new Block.Lines(table.wideLines())));
    }
}
