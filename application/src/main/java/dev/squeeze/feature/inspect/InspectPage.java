package dev.squeeze.feature.inspect;

import dev.squeeze.engine.inspection.TopicProfile;
import dev.squeeze.kit.document.CodecSpanCharts;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.PageContent;
import dev.squeeze.kit.document.PageContent.Section;
import dev.squeeze.kit.document.PageParts;
import dev.squeeze.kit.document.html.Axis;
import dev.squeeze.kit.document.html.BarChart;
import dev.squeeze.kit.document.html.ColumnChart;
import dev.squeeze.kit.document.html.Element;
import dev.squeeze.kit.document.html.Series;
import dev.squeeze.kit.unit.ByteCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** {@code squeeze inspect} as a page. */
public final class InspectPage {
    private final InspectResult result;
    private final TopicProfile profile;

    private InspectPage(InspectResult result) {
        this.result = result;
        this.profile = result.profile();
    }

    public static PageContent of(InspectResult result) {
        return new InspectPage(result).content();
    }

    private PageContent content() {
        List<Element> support = new ArrayList<>();
        support.add(PageParts.support(InspectReport.head(result).get(0) + "."));
        support.add(PageParts.tiles(tiles()));
        List<Section> sections = new ArrayList<>();
        List<Element> codecs = new ArrayList<>();
        if (profile.spans().size() > 1) {
            codecs.add(CodecSpanCharts.bytes("Codecs over time", profile.spans()));
            codecs.add(CodecSpanCharts.bytesPerRecord("What a record takes, over time", profile.spans()));
        }
        codecs.add(InspectReport.codecs(profile).html("Codecs by stored bytes"));
        if (profile.spans().size() > 1) {
            codecs.add(PageParts.folded(
                    "Figures over time",
                    List.of(CodecSpanCharts.table(profile.spans()).html("Codecs over time"))));
        }
        sections.add(new Section("Codecs", codecs));
        sections.add(new Section(
                "Depth and size of batches",
                List.of(
                        histogram(
                                "How many records are in a batch",
                                "records in a batch",
                                profile.recordsPerBatch(),
                                false),
                        histogram(
                                "How large batches are as stored",
                                "stored bytes of a batch",
                                profile.batchBytes(),
                                true),
                        InspectReport.distributions(profile).html("Quantiles"))));
        sections.add(new Section("Batches and records", List.of(PageParts.lines(InspectReport.facts(profile)))));
        if (!profile.producers().largest().isEmpty()) {
            sections.add(new Section(
                    "Producers",
                    List.of(InspectReport.producers(profile).html("Idempotent producers, the busiest first"))));
        }
        if (profile.partitionCount() > 1) {
            sections.add(new Section(
                    "Partitions", List.of(InspectReport.partitions(profile).html("The largest first"))));
        }
        List<String> notes = InspectReport.notes(result);
        if (!notes.isEmpty()) {
            sections.add(new Section("Notes", List.of(PageParts.lines(notes))));
        }
        return new PageContent(result.inspected(), verdict(), support, sections);
    }

    private String verdict() {
        if (profile.codecs().isEmpty()) {
            return "There is no batch of data in it.";
        }
        TopicProfile.CodecShare first = profile.codecs().get(0);
        double bytes = profile.codecs().stream()
                .mapToLong(TopicProfile.CodecShare::storedBytes)
                .sum();
        return String.format(
                Locale.ROOT,
                "%.0f %% of the stored bytes are %s, in batches of %,d records at the median%s.",
                100 * first.storedBytes() / Math.max(1, bytes),
                first.codec().equals("none") ? "not compressed" : first.codec(),
                profile.recordsPerBatch().p50(),
                profile.ratio()
                        .map(ratio -> "; all together " + Figures.ratio(ratio) + " (" + Figures.halfWidth(ratio) + ")")
                        .orElse(""));
    }

    private List<PageParts.Tile> tiles() {
        List<PageParts.Tile> tiles = new ArrayList<>();
        tiles.add(new PageParts.Tile(
                "Stored"
                        + (profile.reading().filter(reading -> !reading.whole()).isPresent() ? ", in the sample" : ""),
                new ByteCount(profile.storedBytes()).toString(),
                String.format(Locale.ROOT, "%,d batches", profile.batches())));
        profile.ratio()
                .ifPresent(ratio -> tiles.add(
                        new PageParts.Tile("Ratio", Figures.ratio(ratio), Figures.halfWidth(ratio) + " at 95 %")));
        tiles.add(new PageParts.Tile(
                "Records in a batch",
                String.format(Locale.ROOT, "%,d", profile.recordsPerBatch().p50()),
                String.format(
                        Locale.ROOT, "median; %.0f %% of batches hold one only", 100 * profile.singleRecordShare())));
        profile.recordsPerSecond()
                .ifPresent(rate -> tiles.add(
                        new PageParts.Tile("Records a second", Figures.number(rate), "oldest to newest timestamp")));
        return tiles;
    }

    private static Element histogram(String title, String below, TopicProfile.Distribution values, boolean bytes) {
        double most = values.bins().stream()
                .mapToDouble(TopicProfile.Bin::share)
                .max()
                .orElse(1);
        ColumnChart chart = new ColumnChart(
                title,
                String.format(
                        Locale.ROOT,
                        "Half of the batches have at most %,d, one in twenty at most %,d.",
                        values.p50(),
                        values.p5()),
                below + ", from",
                Axis.linear("share", 0, 100 * most, value -> Figures.axis(value) + " %"));
        Series series = new Series("batches", "tone-0", Series.Shape.SQUARE);
        for (TopicProfile.Bin bin : values.bins()) {
            String from = bytes ? new ByteCount(bin.from()).toString() : String.format(Locale.ROOT, "%,d", bin.from());
            chart.column(new ColumnChart.Column(
                    from,
                    List.of(new BarChart.Part(
                            series,
                            100 * bin.share(),
                            String.format(
                                    Locale.ROOT,
                                    "%,d to %,d: %.1f %% of the batches",
                                    bin.from(),
                                    bin.to(),
                                    100 * bin.share())))));
        }
        return chart.figure();
    }
}
