package dev.squeeze.feature.recompress;

import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.PageContent;
import dev.squeeze.kit.document.PageContent.Section;
import dev.squeeze.kit.document.PageParts;
import dev.squeeze.kit.document.html.Axis;
import dev.squeeze.kit.document.html.BarChart;
import dev.squeeze.kit.document.html.Element;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.Ratio;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** {@code squeeze recompress} as a page. */
public final class RecompressPage {
    private RecompressPage() {}

    public static PageContent of(RecompressResult result) {
        RewriteReport report = result.report();
        String change = RecompressReport.change(report);
        String verdict = report.segments() == 0
                ? "Nothing was rewritten."
                : result.codec() + ": " + change + ", and every record was read back equal.";
        List<Element> support = new ArrayList<>();
        support.add(PageParts.support(RecompressReport.head(result).get(1)));
        if (report.interrupted()) {
            support.addAll(PageParts.caveats(
                    "Interrupted", List.of("The segments counted here are whole, the others are not there.")));
        }
        support.add(PageParts.tiles(List.of(
                new PageParts.Tile(
                        "Before",
                        new ByteCount(report.sourceBytes()).toString(),
                        String.format(Locale.ROOT, "%,d batches", report.sourceBatches())),
                new PageParts.Tile(
                        "After",
                        new ByteCount(report.bytes()).toString(),
                        String.format(Locale.ROOT, "%,d batches", report.batches())),
                new PageParts.Tile(
                        "Times smaller",
                        new Ratio((double) Math.max(1, report.sourceBytes()) / Math.max(1, report.bytes())).toString(),
                        String.format(
                                Locale.ROOT, "%,d records of %,d segments", report.records(), report.segments())))));
        return new PageContent(
                String.join(" ", result.segments()),
                verdict,
                support,
                List.of(
                        new Section(
                                "Before and after",
                                List.of(
                                        chart(report),
                                        RecompressReport.table(report).html("Before and after"))),
                        new Section("Proof", List.of(PageParts.lines(RecompressReport.proof(result)))),
                        new Section("Notes", List.of(PageParts.lines(RecompressReport.notes(result))))));
    }

    private static Element chart(RewriteReport report) {
        BarChart chart = new BarChart(
                "Stored bytes",
                "",
                Axis.linear(
                        "MiB",
                        0,
                        Math.max(report.sourceBytes(), report.bytes()) / (double) ByteCount.MIB,
                        Figures::axis));
        chart.row(row("before", report.sourceBytes(), 5));
        chart.row(row("after", report.bytes(), 0));
        return chart.figure();
    }

    private static BarChart.Row row(String name, long bytes, int tone) {
        double mebibytes = bytes / (double) ByteCount.MIB;
        String words = new ByteCount(bytes).toString();
        return new BarChart.Row(
                name,
                List.of(new BarChart.Part(
                        dev.squeeze.kit.document.html.Series.nth("stored", tone), mebibytes, name + ": " + words)),
                mebibytes,
                mebibytes,
                words);
    }
}
