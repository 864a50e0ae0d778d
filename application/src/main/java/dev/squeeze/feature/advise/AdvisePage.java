package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.ResourceEstimate;
import dev.squeeze.feature.measure.MeasurePage;
import dev.squeeze.feature.measure.SweepCharts;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.PageContent;
import dev.squeeze.kit.document.PageContent.Section;
import dev.squeeze.kit.document.PageParts;
import dev.squeeze.kit.document.html.Axis;
import dev.squeeze.kit.document.html.BarChart;
import dev.squeeze.kit.document.html.Element;
import dev.squeeze.kit.document.html.Series;
import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.unit.Ratio;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** {@code squeeze advise} as a page. */
public final class AdvisePage {
    private final AdviseResult result;
    private final Recommendation advice;
    private final AdviseReport report;
    private final boolean leaveIt;
    private final String prefix;

    private AdvisePage(AdviseResult result, String prefix) {
        this.prefix = prefix;
        this.result = result;
        this.advice = result.recommendation();
        this.report = new AdviseReport(result);
        this.leaveIt = advice.leaveIt().isPresent();
    }

    /** @param prefix of ids, where the page has several results: then nothing can be moved on it */
    public static PageContent of(AdviseResult result, String prefix) {
        return new AdvisePage(result, prefix).content();
    }

    private PageContent content() {
        List<Element> support = new ArrayList<>();
        support.add(PageParts.support(String.format(
                Locale.ROOT,
                "%,d combinations of codec, level, batch.size and linger.ms were compared at %s%s; intervals are at 95 %%.",
                advice.candidates(),
                result.request().rate(),
                result.request().rateIsAssumed() ? " (assumed)" : "")));
        support.add(PageParts.tiles(tiles()));
        List<Section> sections = new ArrayList<>();
        if (!leaveIt) {
            sections.add(new Section("Configuration", configuration()));
        }
        sections.add(new Section("What it does", changes()));
        result.verification()
                .map(VerificationReport::new)
                .ifPresent(live -> sections.add(new Section(VerificationReport.TITLE, verification(live))));
        if (!report.mind().isEmpty()) {
            sections.add(new Section("Mind", PageParts.caveats("Before acting", report.mind())));
        }
        WhatIf whatIf = new WhatIf(result);
        if (prefix.isEmpty()) {
            sections.add(new Section("What if", whatIf.content()));
        }
        sections.addAll(MeasurePage.sections(result, marked(), prefix));
        int figures = sections.size() - 1;
        if (!advice.runnersUp().isEmpty()) {
            sections.add(
                    figures,
                    new Section(
                            "What lost, and why",
                            List.of(report.runnersUp().html("By rank; batch is its uncompressed bytes"))));
        }
        sections.add(new Section("Workload and prices", List.of(PageParts.lines(report.workload()))));
        sections.add(new Section("Next", next()));
        return new PageContent(
                result.source().source(),
                advice.verdict(),
                support,
                sections,
                prefix.isEmpty() ? List.of(whatIf.data()) : List.of());
    }

    private Prediction after() {
        return leaveIt ? advice.best() : advice.recommended();
    }

    private List<PageParts.Tile> tiles() {
        String currency = result.prices().currency();
        ResourceEstimate before = advice.current().resources();
        ResourceEstimate then = after().resources();
        ConfidenceInterval money = advice.savings().money();
        String would = leaveIt ? "The best found would " : "";
        String saves = money.estimate() >= 0 ? leaveIt ? "save" : "Saves" : leaveIt ? "cost" : "Costs";
        return List.of(
                new PageParts.Tile(
                        would + saves + ", " + currency + " a month" + (money.estimate() >= 0 ? "" : " more"),
                        Figures.number(Math.abs(money.estimate())),
                        PageParts.between(PageParts.size(money)) + "; today " + Figures.number(before.money())),
                wire(before, then),
                new PageParts.Tile(
                        "Ratio of a batch",
                        new Ratio(after().ratio()).toString(),
                        "today " + new Ratio(advice.current().ratio())),
                cores(),
                new PageParts.Tile(
                        "Added latency at most",
                        Figures.number(after().addedLatencyMillis()) + " ms",
                        "today " + Figures.number(advice.current().addedLatencyMillis()) + " ms"));
    }

    private PageParts.Tile wire(ResourceEstimate before, ResourceEstimate then) {
        ConfidenceInterval wire = advice.savings().wireGigabytes();
        return new PageParts.Tile(
                "Bytes on the wire",
                Figures.change(before.wireBytesPerSecond(), then.wireBytesPerSecond()),
                PageParts.span(PageParts.size(wire)) + " GB a month " + (wire.estimate() >= 0 ? "less" : "more"));
    }

    private PageParts.Tile cores() {
        ConfidenceInterval cores = advice.savings().cores();
        return new PageParts.Tile(
                cores.estimate() < 0 ? "Costs, cores" : "Frees, cores",
                Figures.number(Math.abs(cores.estimate())),
                PageParts.between(PageParts.size(cores)));
    }

    private static List<Element> verification(VerificationReport live) {
        List<Element> content = new ArrayList<>();
        content.add(PageParts.lines(live.words()));
        content.addAll(live.charts());
        content.add(live.table().html("Foretold, and measured with its interval at 95 % over rounds"));
        return content;
    }

    private List<Element> configuration() {
        return List.of(
                PageParts.heading("Producers"),
                PageParts.config(advice.producerConfig()),
                PageParts.heading("Topic, so that no broker compresses again"),
                PageParts.config(advice.topicConfig()));
    }

    private List<Element> changes() {
        List<Element> content = new ArrayList<>();
        content.add(money());
        content.add(report.comparison().html("Today beside it; GB and money are a month's"));
        content.add(PageParts.lines(report.savings()));
        return content;
    }

    private Element money() {
        String currency = result.prices().currency();
        double most = Math.max(
                advice.current().resources().money(), after().resources().money());
        BarChart chart =
                new BarChart("What a month costs", "", Axis.linear(currency + " a month", 0, most, Figures::axis));
        chart.row(bar("today", advice.current(), currency));
        chart.row(bar(leaveIt ? "best found" : "recommended", after(), currency));
        return chart.figure();
    }

    private static BarChart.Row bar(String name, Prediction prediction, String currency) {
        ResourceEstimate resources = prediction.resources();
        List<BarChart.Part> parts = new ArrayList<>();
        String[] names = {"zone traffic", "disks", "cores"};
        double[] amounts = {resources.zoneMoney(), resources.diskMoney(), resources.cpuMoney()};
        for (int i = 0; i < names.length; i++) {
            parts.add(new BarChart.Part(
                    Series.nth(names[i], i),
                    amounts[i],
                    name + ", " + names[i] + ": " + Figures.number(amounts[i]) + " " + currency));
        }
        return new BarChart.Row(name, parts, resources.money(), resources.money(), Figures.number(resources.money()));
    }

    private List<SweepCharts.MarkedBatch> marked() {
        List<SweepCharts.MarkedBatch> marked = new ArrayList<>();
        marked.add(SweepCharts.today(result));
        marked.add(new SweepCharts.MarkedBatch(
                after().fill().recordBytesPerBatch(), leaveIt ? "best found" : "recommended"));
        return marked;
    }

    private List<Element> next() {
        return result.next().stream()
                .map(command -> PageParts.config(List.of(command)))
                .toList();
    }
}
