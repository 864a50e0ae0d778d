package dev.squeeze.feature.survey;

import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.PageParts;
import dev.squeeze.kit.document.html.Axis;
import dev.squeeze.kit.document.html.BarChart;
import dev.squeeze.kit.document.html.Element;
import dev.squeeze.kit.document.html.Series;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.Comparator;
import java.util.List;

/** A bar chart of the topics that save the most money. */
final class SurveyChart {
    private static final int MAX_TOPICS = 15;

    private SurveyChart() {}

    /** @param topics to change, at least one */
    static Element of(List<TopicAppraisal> topics, String currency) {
        List<TopicAppraisal> first = topics.stream()
                .sorted(Comparator.comparingDouble(topic -> -money(topic).estimate()))
                .limit(MAX_TOPICS)
                .toList();
        double low =
                first.stream().mapToDouble(topic -> money(topic).low()).min().orElse(0);
        double high =
                first.stream().mapToDouble(topic -> money(topic).high()).max().orElse(1);
        BarChart chart = new BarChart(
                first.size() < topics.size()
                        ? "The " + first.size() + " topics that save most"
                        : "What each topic saves",
                "Bars are estimates, lines are 95 % intervals.",
                Axis.linear(currency + "/month", low, high, Figures::axis));
        first.forEach(topic -> chart.row(row(topic, currency)));
        return chart.figure();
    }

    private static BarChart.Row row(TopicAppraisal topic, String currency) {
        ConfidenceInterval money = money(topic);
        String use =
                topic.proposal().map(proposal -> proposal.best().toString()).orElse("");
        return new BarChart.Row(
                topic.topic(),
                List.of(new BarChart.Part(
                        new Series("saves", "tone-0", Series.Shape.SQUARE),
                        money.estimate(),
                        topic.topic() + ": " + PageParts.span(money) + " " + currency + "/month with " + use)),
                money.low(),
                money.high(),
                Figures.number(money.estimate()));
    }

    private static ConfidenceInterval money(TopicAppraisal topic) {
        return topic.worthwhile().orElseThrow().money();
    }
}
