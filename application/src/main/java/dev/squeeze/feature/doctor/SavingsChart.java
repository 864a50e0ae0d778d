package dev.squeeze.feature.doctor;

import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.PageParts;
import dev.squeeze.kit.document.html.Axis;
import dev.squeeze.kit.document.html.BarChart;
import dev.squeeze.kit.document.html.Element;
import dev.squeeze.kit.document.html.Series;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.List;

/** A bar chart of the findings whose fix saves money. */
final class SavingsChart {
    private static final int MAX_FINDINGS = 12;

    private SavingsChart() {}

    /** @param priced findings, largest saving first */
    static Element of(List<Finding> priced, String currency) {
        List<Finding> first = priced.stream().limit(MAX_FINDINGS).toList();
        double low = first.stream()
                .mapToDouble(finding -> money(finding).low())
                .min()
                .orElse(0);
        double high = first.stream()
                .mapToDouble(finding -> money(finding).high())
                .max()
                .orElse(1);
        BarChart chart = new BarChart(
                "Savings by finding",
                "Findings of one topic overlap: their savings do not add up.",
                Axis.linear(currency + "/month", low, high, Figures::axis));
        first.forEach(finding -> chart.row(row(finding)));
        return chart.figure();
    }

    private static BarChart.Row row(Finding finding) {
        ConfidenceInterval money = money(finding);
        String name = finding.topic().map(topic -> topic + ": ").orElse("")
                + finding.check().title();
        return new BarChart.Row(
                name,
                List.of(new BarChart.Part(
                        new Series("saves", "tone-0", Series.Shape.SQUARE),
                        money.estimate(),
                        name + ": " + PageParts.span(money))),
                money.low(),
                money.high(),
                Figures.number(money.estimate()));
    }

    private static ConfidenceInterval money(Finding finding) {
        return finding.estimatedSaving().map(EstimatedSaving::moneyPerMonth).orElseThrow();
    }
}
