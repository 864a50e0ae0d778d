package dev.squeeze.feature.survey;

import dev.squeeze.feature.advise.Savings;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.Comparator;

/** What topics are ranked by. Topics to change come first, then those to leave, then those without an appraisal. */
public enum SurveyOrder {
    /** Money saved per month. */
    MONEY,
    /** Bytes saved from producers to brokers. */
    BYTES,
    /** Bytes stored today. */
    STORED;

    /** The most important topic first. */
    public Comparator<TopicAppraisal> comparator() {
        return Comparator.comparing(TopicAppraisal::outcome)
                .thenComparing(Comparator.comparingDouble(this::weight).reversed())
                .thenComparing(Comparator.comparingDouble(SurveyOrder::stored).reversed())
                .thenComparing(TopicAppraisal::topic);
    }

    private double weight(TopicAppraisal topic) {
        return switch (this) {
            case MONEY -> amount(topic, topic.worthwhile().map(Savings::money));
            case BYTES -> amount(topic, topic.worthwhile().map(Savings::wireGigabytes));
            case STORED -> stored(topic);
        };
    }

    /** Topics that stay as they are rank by their cost. */
    private static double amount(TopicAppraisal topic, java.util.Optional<ConfidenceInterval> saved) {
        return saved.map(ConfidenceInterval::estimate)
                .orElse(topic.proposal()
                        .map(TopicAppraisal.Proposal::moneyToday)
                        .orElse(0.0));
    }

    private static double stored(TopicAppraisal topic) {
        return topic.storedBytes().map(ConfidenceInterval::estimate).orElse(0.0);
    }
}
