package dev.squeeze.feature.inspect;

import static dev.squeeze.kit.document.Figures.say;

import dev.squeeze.engine.inspection.TopicProfile;
import dev.squeeze.engine.inspection.TopicProfile.Bin;
import dev.squeeze.kit.document.Block;
import dev.squeeze.kit.document.Block.Medium;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.TextTable;
import dev.squeeze.kit.document.html.Axis;
import dev.squeeze.kit.document.html.BarChart;
import dev.squeeze.kit.document.html.ColumnChart;
import dev.squeeze.kit.document.html.Element;
import dev.squeeze.kit.document.html.Series;
import dev.squeeze.kit.unit.ByteCount;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;

/** Histograms of records per batch and of bytes per batch: bars on a terminal, tables in Markdown, charts on a page. */
final class BatchHistograms {
    private static final String RECORDS = "records per batch";
    private static final String BYTES = "stored bytes per batch";
    private static final int MAX_BAR_LENGTH = 16;

    private BatchHistograms() {}

    static List<Block> drawings(TopicProfile profile) {
        return List.of(
                Block.Drawing.of(
                        chart("Records per batch", RECORDS, profile.recordsPerBatch(), records -> say("%,d", records))),
                Block.Drawing.of(
                        chart("Stored bytes per batch", BYTES, profile.batchBytes(), bytes -> new ByteCount(bytes)
                                .toString())));
    }

    static List<Block> inText(TopicProfile profile) {
        return List.of(
                new Block.Only(Set.of(Medium.TERMINAL), new Block.Table("", sideBySide(profile))),
                inMarkdown(RECORDS, profile.recordsPerBatch().bins()),
                inMarkdown(BYTES, profile.batchBytes().bins()));
    }

    /** Puts both next to each other: they have about the same number of bins, and readers compare them. */
    private static TextTable sideBySide(TopicProfile profile) {
        TextTable table = new TextTable(1).row(RECORDS, "batches", "", "  " + BYTES, "batches", "");
        List<List<String>> records = cells(profile.recordsPerBatch().bins());
        List<List<String>> bytes = cells(profile.batchBytes().bins());
        for (int i = 0; i < Math.max(records.size(), bytes.size()); i++) {
            List<String> row = new ArrayList<>(i < records.size() ? records.get(i) : List.of("", "", bar(0, 1)));
            row.addAll(i < bytes.size() ? bytes.get(i) : List.of("", "", ""));
            table.row(row);
        }
        return table;
    }

    private static Block inMarkdown(String name, List<Bin> bins) {
        TextTable table = new TextTable(1).row(name, "batches");
        bins.forEach(bin -> table.row(range(bin), share(bin)));
        return new Block.Only(Set.of(Medium.MARKDOWN), new Block.Table(name, table));
    }

    private static List<List<String>> cells(List<Bin> bins) {
        double largest =
                bins.stream().map(Bin::share).max(Comparator.naturalOrder()).orElse(1.0);
        return bins.stream()
                .map(bin -> List.of(range(bin), share(bin), bar(bin.share(), largest)))
                .toList();
    }

    /** Padded to the full length, since columns are aligned right; any share above 0 is visible. */
    private static String bar(double share, double largest) {
        int length = (int) Math.ceil(MAX_BAR_LENGTH * share / largest);
        return "#".repeat(length) + " ".repeat(MAX_BAR_LENGTH - length);
    }

    private static String range(Bin bin) {
        return bin.from() == bin.to() ? say("%,d", bin.from()) : say("%,d to %,d", bin.from(), bin.to());
    }

    private static String share(Bin bin) {
        return say("%.1f %%", 100 * bin.share());
    }

    private static Element chart(
            String title, String axis, TopicProfile.Distribution values, LongFunction<String> label) {
        double largest = values.bins().stream().mapToDouble(Bin::share).max().orElse(1);
        ColumnChart chart = new ColumnChart(
                title,
                say("Half of the batches have at most %,d, one in twenty at most %,d.", values.p50(), values.p5()),
                axis + ", from",
                Axis.linear("share", 0, 100 * largest, value -> Figures.axis(value) + " %"));
        Series series = new Series("batches", "tone-0", Series.Shape.SQUARE);
        for (Bin bin : values.bins()) {
            String words = say("%,d to %,d: %.1f %% of the batches", bin.from(), bin.to(), 100 * bin.share());
            chart.column(new ColumnChart.Column(
                    label.apply(bin.from()), List.of(new BarChart.Part(series, 100 * bin.share(), words))));
        }
        return chart.figure();
    }
}
