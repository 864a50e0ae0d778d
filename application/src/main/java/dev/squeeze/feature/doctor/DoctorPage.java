package dev.squeeze.feature.doctor;

import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.PageContent;
import dev.squeeze.kit.document.PageContent.Section;
import dev.squeeze.kit.document.PageParts;
import dev.squeeze.kit.document.html.Axis;
import dev.squeeze.kit.document.html.BarChart;
import dev.squeeze.kit.document.html.Element;
import dev.squeeze.kit.document.html.Series;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** {@code squeeze doctor} as a page. */
public final class DoctorPage {
    private static final int FINDINGS_IN_CHART = 12;

    private final DoctorResult result;

    private DoctorPage(DoctorResult result) {
        this.result = result;
    }

    public static PageContent of(DoctorResult result) {
        return new DoctorPage(result).content();
    }

    private PageContent content() {
        List<Element> support = new ArrayList<>();
        DoctorReport.head(result)
                .forEach(line -> support.add(PageParts.support(line + (line.endsWith(".") ? "" : "."))));
        support.add(PageParts.tiles(List.of(
                tile("Serious", Severity.SERIOUS, "much is lost, or something is about to break"),
                tile("Worth changing", Severity.WORTH, "worth the work"),
                tile("Notes", Severity.NOTE, "good to know"))));
        List<Section> sections = new ArrayList<>();
        List<Finding> priced = priced();
        if (priced.size() > 1) {
            sections.add(new Section("What the fixes are worth", List.of(chart(priced))));
        }
        for (Severity severity : List.of(Severity.SERIOUS, Severity.WORTH, Severity.NOTE)) {
            List<Element> cards = result.diagnosis().findings().stream()
                    .filter(finding -> finding.severity() == severity)
                    .map(this::card)
                    .toList();
            if (!cards.isEmpty()) {
                sections.add(new Section(title(severity), cards));
            }
        }
        lines(sections, "Nothing found", DoctorReport.healthy(result));
        lines(sections, "Not looked at", DoctorReport.skipped(result));
        lines(sections, "To ask, since no cluster tells", result.diagnosis().questions());
        lines(sections, "Money and time", DoctorReport.assumptions(result));
        return new PageContent(result.examined().bootstrap(), verdict(), support, sections);
    }

    private String verdict() {
        List<Finding> findings = result.diagnosis().findings();
        if (findings.isEmpty()) {
            return "Nothing is wrong as far as could be seen.";
        }
        Optional<Finding> dearest = priced().stream().findFirst();
        long serious = result.count(Severity.SERIOUS);
        long worth = result.count(Severity.WORTH);
        if (serious + worth == 0) {
            return "Nothing needs a change; there " + (findings.size() == 1 ? "is a note" : "are notes") + " to read.";
        }
        return String.format(
                Locale.ROOT,
                "%d serious %s, %d worth changing%s.",
                serious,
                serious == 1 ? "finding" : "findings",
                worth,
                dearest.map(finding -> String.format(
                                Locale.ROOT,
                                "; the dearest is %s%s, worth %s %s a month",
                                finding.check().title(),
                                finding.topic().map(topic -> " (" + topic + ")").orElse(""),
                                PageParts.span(money(finding)),
                                result.prices().currency()))
                        .orElse(""));
    }

    private PageParts.Tile tile(String name, Severity severity, String detail) {
        return new PageParts.Tile(name, Long.toString(result.count(severity)), detail);
    }

    private static String title(Severity severity) {
        return switch (severity) {
            case SERIOUS -> "Serious";
            case WORTH -> "Worth changing";
            case NOTE -> "Notes";
        };
    }

    /** Findings whose fix saves money, the dearest first. */
    private List<Finding> priced() {
        return result.diagnosis().findings().stream()
                .filter(finding -> finding.worth()
                        .filter(worth -> worth.moneyPerMonth().estimate() > 0)
                        .isPresent())
                .sorted(Comparator.comparingDouble(finding -> -money(finding).estimate()))
                .toList();
    }

    private static ConfidenceInterval money(Finding finding) {
        return finding.worth().map(Worth::moneyPerMonth).orElseThrow();
    }

    private Element chart(List<Finding> priced) {
        List<Finding> first = priced.stream().limit(FINDINGS_IN_CHART).toList();
        double least = first.stream()
                .mapToDouble(finding -> money(finding).low())
                .min()
                .orElse(0);
        double most = first.stream()
                .mapToDouble(finding -> money(finding).high())
                .max()
                .orElse(1);
        BarChart chart = new BarChart(
                "Money a month by finding",
                "Findings of one topic overlap: their worths do not add up.",
                Axis.linear(result.prices().currency() + " a month", least, most, Figures::axis));
        for (Finding finding : first) {
            String name = finding.topic().map(topic -> topic + ": ").orElse("")
                    + finding.check().title();
            chart.row(new BarChart.Row(
                    name,
                    List.of(new BarChart.Part(
                            new Series("worth", "tone-0", Series.Shape.SQUARE),
                            money(finding).estimate(),
                            name + ": " + PageParts.span(money(finding)))),
                    money(finding).low(),
                    money(finding).high(),
                    Figures.number(money(finding).estimate())));
        }
        return chart.figure();
    }

    private Element card(Finding finding) {
        Element card =
                Element.of("article", "finding " + finding.severity().name().toLowerCase(Locale.ROOT));
        card.add(Element.of("h3")
                .add(
                        Element.of("span", "severity")
                                .text(finding.severity().name().toLowerCase(Locale.ROOT) + " \u00b7 "),
                        Element.of("span")
                                .text(finding.topic().map(topic -> topic + ": ").orElse("")
                                        + finding.check().title())));
        Element list = Element.of("dl");
        entry(list, "Seen", finding.seen());
        entry(list, "Costs", finding.costs());
        finding.worth().ifPresent(worth -> entry(list, "Worth", DoctorReport.worth(worth, result)));
        entry(list, "Confidence", DoctorReport.confidence(finding));
        entry(
                list,
                "Source",
                finding.source() + " [" + finding.check().number() + " "
                        + finding.check().id() + "]");
        card.add(list);
        return finding.fix().isEmpty() ? card : card.add(PageParts.config(finding.fix()));
    }

    private static void entry(Element list, String name, String words) {
        list.add(Element.of("dt").text(name), Element.of("dd").text(words));
    }

    private static void lines(List<Section> sections, String title, List<String> lines) {
        if (!lines.isEmpty()) {
            sections.add(new Section(title, List.of(PageParts.lines(lines))));
        }
    }
}
