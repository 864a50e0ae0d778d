package dev.squeeze.feature.copy;

import dev.squeeze.kit.document.CodecSpanCharts;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.PageContent;
import dev.squeeze.kit.document.PageContent.Section;
import dev.squeeze.kit.document.PageParts;
import dev.squeeze.kit.document.html.Axis;
import dev.squeeze.kit.document.html.BarChart;
import dev.squeeze.kit.document.html.Element;
import dev.squeeze.kit.document.html.Series;
import dev.squeeze.kit.format.CodecSpan;
import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.Ratio;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** {@code squeeze copy} as a page. */
public final class CopyPage {
    private final CopyResult result;
    private final List<CopyReport.Copy> copies;
    private final CopyCharts charts;

    private CopyPage(CopyResult result) {
        this.result = result;
        this.copies = result.report().copies();
        this.charts = new CopyCharts(result.report());
    }

    public static PageContent of(CopyResult result) {
        return new CopyPage(result).content();
    }

    private PageContent content() {
        List<Element> support = new ArrayList<>();
        List<String> head = CopyText.head(result);
        head.subList(0, 3).forEach(line -> support.add(PageParts.support(line + ".")));
        support.addAll(PageParts.caveats("Not as it should be", trouble()));
        support.add(PageParts.tiles(copies.stream().limit(6).map(this::tile).toList()));
        List<Element> figures = new ArrayList<>();
        if (copies.stream().anyMatch(copy -> copy.records() > 0)) {
            figures.add(bytes());
        }
        cpu("CPU of compressing and sending", CopyReport.Copy::clientCpuSecondsPerMillion)
                .ifPresent(figures::add);
        cpu("CPU of all brokers", CopyReport.Copy::brokerCpuSecondsPerMillion).ifPresent(figures::add);
        figures.add(CopyText.table(result).html("A copy a row; CPU in seconds per million records"));
        figures.add(PageParts.lines(CopyText.costs(result)));
        List<Section> sections = new ArrayList<>();
        sections.add(new Section("Copies", figures));
        List<Element> overTime = overTime();
        if (!overTime.isEmpty()) {
            sections.add(new Section("Over time", overTime));
        }
        sections.add(new Section("Proof", List.of(PageParts.lines(CopyText.proof(result)))));
        sections.add(new Section("Notes", List.of(PageParts.lines(CopyText.notes(result)))));
        return new PageContent(result.report().topic(), verdict(), support, sections);
    }

    /** First of the copying, then of the source's own life, told by its records' timestamps. */
    private List<Element> overTime() {
        List<Element> figures = new ArrayList<>(charts.overTime());
        if (!figures.isEmpty()) {
            figures.add(PageParts.folded(
                    "Figures over time",
                    List.of(charts.table().html("Bytes so far; the document has up to 600 points, with CPU"))));
        }
        List<CodecSpan> spans = result.report().sourceSpans();
        if (spans.size() > 1) {
            figures.add(CodecSpanCharts.bytes("The source's own codecs, by the time of its records", spans));
            figures.add(CodecSpanCharts.bytesPerRecord("What a record of the source takes", spans));
            figures.add(PageParts.folded(
                    "The source's figures over time",
                    List.of(CodecSpanCharts.table(spans).html("By the newest timestamps of its batches"))));
        }
        return figures;
    }

    private List<String> trouble() {
        List<String> lines = new ArrayList<>();
        result.report().problem().ifPresent(problem -> lines.add("It could not go on: " + problem));
        if (result.proofs().stream().anyMatch(proof -> !proof.equal())) {
            lines.add("A copy differs from its source: see the proof.");
        }
        return lines;
    }

    private String verdict() {
        Optional<CopyReport.Copy> smallest = copies.stream()
                .filter(copy -> copy.records() > 0)
                .min(Comparator.comparingDouble(copy -> (double) copy.bytes() / copy.records()));
        if (smallest.isEmpty()) {
            return "No record was copied.";
        }
        CopyReport.Copy copy = smallest.get();
        return String.format(
                Locale.ROOT,
                "%s%s makes %s of the source's %s%s.",
                copies.size() > 1 ? "Of " + copies.size() + " copies " : "",
                copy.codec(),
                new ByteCount(copy.bytes()),
                new ByteCount(copy.sourceBytes()),
                proof());
    }

    private String proof() {
        if (result.proofs().isEmpty()) {
            return "; it was not compared with the source";
        }
        return result.proofs().stream().allMatch(CopyProof::equal)
                ? ", and was read back equal to it"
                : "; NOT ALL was read back equal to it";
    }

    private PageParts.Tile tile(CopyReport.Copy copy) {
        boolean ratio = copy.uncompressedBytes().isPresent() && copy.bytes() > 0;
        return new PageParts.Tile(
                copy.codec(),
                new ByteCount(copy.bytes()).toString(),
                String.format(Locale.ROOT, "%,d records", copy.records())
                        + (ratio
                                ? ", "
                                        + new Ratio((double)
                                                        copy.uncompressedBytes().getAsLong()
                                                / copy.bytes())
                                : ""));
    }

    private Element bytes() {
        List<CopyReport.Copy> filled =
                copies.stream().filter(copy -> copy.records() > 0).toList();
        double most = filled.stream()
                .mapToDouble(copy -> (double) Math.max(copy.bytes(), copy.sourceBytes()) / copy.records())
                .max()
                .orElse(1);
        BarChart chart = new BarChart(
                "Bytes of a record, in batches as they are stored",
                "",
                Axis.linear("bytes/record", 0, most, Figures::axis));
        CopyReport.Copy first = filled.get(0);
        chart.row(bar("source", CopyCharts.SOURCE, (double) first.sourceBytes() / first.records()));
        filled.forEach(
                copy -> chart.row(bar(copy.codec(), charts.series(copy), (double) copy.bytes() / copy.records())));
        return chart.figure();
    }

    private static BarChart.Row bar(String name, Series series, double bytes) {
        String words = Figures.number(bytes);
        return new BarChart.Row(
                name, List.of(new BarChart.Part(series, bytes, name + ": " + words + " bytes")), bytes, bytes, words);
    }

    private Optional<Element> cpu(String title, Function<CopyReport.Copy, Optional<ConfidenceInterval>> figure) {
        List<CopyReport.Copy> known =
                copies.stream().filter(copy -> figure.apply(copy).isPresent()).toList();
        if (known.isEmpty()) {
            return Optional.empty();
        }
        double most = known.stream()
                .mapToDouble(copy -> figure.apply(copy).orElseThrow().high())
                .max()
                .orElse(1);
        BarChart chart = new BarChart(
                title,
                "Bars are estimates, lines intervals at 95 %.",
                Axis.linear("CPU seconds per million records", 0, most, Figures::axis));
        for (CopyReport.Copy copy : known) {
            ConfidenceInterval cpu = figure.apply(copy).orElseThrow();
            chart.row(new BarChart.Row(
                    copy.codec(),
                    List.of(new BarChart.Part(
                            charts.series(copy), cpu.estimate(), copy.codec() + ": " + PageParts.span(cpu))),
                    cpu.low(),
                    cpu.high(),
                    Figures.number(cpu.estimate())));
        }
        return Optional.of(chart.figure());
    }
}
