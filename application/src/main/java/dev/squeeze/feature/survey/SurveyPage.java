package dev.squeeze.feature.survey;

import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.PageContent;
import dev.squeeze.kit.document.PageContent.Section;
import dev.squeeze.kit.document.PageParts;
import dev.squeeze.kit.document.TextTable;
import dev.squeeze.kit.document.html.Axis;
import dev.squeeze.kit.document.html.BarChart;
import dev.squeeze.kit.document.html.Element;
import dev.squeeze.kit.document.html.Series;
import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.unit.ByteCount;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** {@code squeeze survey} as a page: every topic, whatever {@code --top} says of the text. */
public final class SurveyPage {
    private static final int TOPICS_IN_CHART = 15;

    private final SurveyResult result;
    private final SurveyReport report;
    private final String currency;

    private SurveyPage(SurveyResult result) {
        this.result = result;
        this.report = new SurveyReport(result, Integer.MAX_VALUE);
        this.currency = result.basis().prices().currency();
    }

    public static PageContent of(SurveyResult result) {
        return new SurveyPage(result).content();
    }

    private PageContent content() {
        List<Element> support = new ArrayList<>();
        report.head().subList(0, 2).forEach(line -> support.add(PageParts.support(line)));
        support.add(PageParts.tiles(tiles()));
        List<Section> sections = new ArrayList<>();
        List<TopicAppraisal> worthwhile = result.topics().stream()
                .filter(topic -> topic.worthwhile().isPresent())
                .toList();
        if (!worthwhile.isEmpty()) {
            sections.add(new Section(
                    "Where to start",
                    List.of(chart(worthwhile), report.changes().html("Topics to change; amounts are a month's"))));
        }
        table(sections, "Leave as they are", report.left());
        table(sections, "Not appraised", report.unread());
        lines(sections, "Of single topics", report.ofTopics());
        lines(sections, "Assumed (each has a flag)", result.assumptions());
        lines(sections, "What the cluster did not tell", result.refusals());
        lines(sections, "Mind", report.mind());
        if (!result.next().isEmpty()) {
            sections.add(new Section(
                    "Next",
                    result.next().stream()
                            .map(command -> PageParts.config(List.of(command)))
                            .toList()));
        }
        sections.add(new Section("How it was run", List.of(PageParts.paragraph(report.runLine()))));
        return new PageContent(result.scope().bootstrap(), verdict(), support, sections);
    }

    private String verdict() {
        SurveyTotals totals = result.totals();
        if (totals.toChange() == 0) {
            return "No topic is worth a change.";
        }
        ConfidenceInterval money = totals.savings().money();
        return String.format(
                Locale.ROOT,
                "Changing %,d of %,d topics saves %s %s a month (%s), %.0f %% of what the appraised ones cost.",
                totals.toChange(),
                result.topics().size(),
                Figures.number(money.estimate()),
                currency,
                PageParts.between(money),
                100 * money.estimate() / Math.max(totals.moneyToday(), Double.MIN_NORMAL));
    }

    private List<PageParts.Tile> tiles() {
        SurveyTotals totals = result.totals();
        ConfidenceInterval money = totals.savings().money();
        ConfidenceInterval wire = totals.savings().wireGigabytes();
        ConfidenceInterval disk = totals.savings().diskGigabytes();
        PageParts.Tile stored = new PageParts.Tile(
                "Stored, one replica each",
                ByteCount.binary(totals.storedBytes()),
                String.format(
                        Locale.ROOT,
                        "%,d to change, %,d to leave, %,d not appraised",
                        totals.toChange(),
                        totals.toLeave(),
                        totals.notAppraised()));
        if (totals.toChange() == 0) {
            return List.of(stored);
        }
        return List.of(
                new PageParts.Tile(
                        "Saves, " + currency + " a month",
                        Figures.number(money.estimate()),
                        PageParts.between(money) + "; today " + Figures.number(totals.moneyToday())),
                new PageParts.Tile(
                        "On the wire, GB a month less",
                        Figures.number(wire.estimate()),
                        PageParts.between(wire) + "; today " + Figures.number(totals.wireGigabytesToday())),
                new PageParts.Tile(
                        "On disks, GB less",
                        Figures.number(disk.estimate()),
                        PageParts.between(disk) + "; today " + Figures.number(totals.diskGigabytesToday())),
                stored);
    }

    private Element chart(List<TopicAppraisal> worthwhile) {
        List<TopicAppraisal> first = worthwhile.stream()
                .sorted(Comparator.comparingDouble(topic -> -money(topic).estimate()))
                .limit(TOPICS_IN_CHART)
                .toList();
        double least =
                first.stream().mapToDouble(topic -> money(topic).low()).min().orElse(0);
        double most =
                first.stream().mapToDouble(topic -> money(topic).high()).max().orElse(1);
        BarChart chart = new BarChart(
                first.size() < worthwhile.size()
                        ? "The " + first.size() + " topics that save most"
                        : "What each topic saves",
                "Bars are estimates, lines intervals at 95 %.",
                Axis.linear(currency + " a month", least, most, Figures::axis));
        for (TopicAppraisal topic : first) {
            ConfidenceInterval money = money(topic);
            String use =
                    topic.proposal().map(proposal -> proposal.best().toString()).orElse("");
            chart.row(new BarChart.Row(
                    topic.topic(),
                    List.of(new BarChart.Part(
                            new Series("saves", "tone-0", Series.Shape.SQUARE),
                            money.estimate(),
                            topic.topic() + ": " + PageParts.span(money) + " " + currency + " with " + use)),
                    money.low(),
                    money.high(),
                    Figures.number(money.estimate())));
        }
        return chart.figure();
    }

    private static ConfidenceInterval money(TopicAppraisal topic) {
        return topic.worthwhile().orElseThrow().money();
    }

    private static void table(List<Section> sections, String title, TextTable table) {
        if (!table.isEmpty()) {
            sections.add(new Section(title, List.of(table.html(title))));
        }
    }

    private static void lines(List<Section> sections, String title, List<String> lines) {
        if (!lines.isEmpty()) {
            sections.add(new Section(title, List.of(PageParts.lines(lines))));
        }
    }
}
