package dev.squeeze.feature.survey;

import dev.squeeze.feature.advise.Savings;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.List;
import java.util.function.Function;

/**
 * Totals of all topics. Amounts of today cover appraised topics, savings cover topics to change.
 *
 * @param toChange number of topics to change
 * @param toLeave number of topics to leave as they are
 * @param notAppraised number of topics without an appraisal
 * @param storedBytes of one replica of each partition, as far as known
 * @param wireGigabytesToday per month, from producers to brokers
 * @param diskGigabytesToday on all replicas
 * @param moneyToday per month
 * @param savings per month; errors of topics are assumed to be independent, so their squares add up
 */
public record SurveyTotals(
        int toChange,
        int toLeave,
        int notAppraised,
        double storedBytes,
        double wireGigabytesToday,
        double diskGigabytesToday,
        double moneyToday,
        Savings savings) {
    /** Sums the topics. */
    public static SurveyTotals of(List<TopicAppraisal> topics) {
        List<Savings> savings =
                topics.stream().flatMap(topic -> topic.worthwhile().stream()).toList();
        return new SurveyTotals(
                count(topics, TopicAppraisal.Outcome.CHANGE),
                count(topics, TopicAppraisal.Outcome.LEAVE_IT),
                count(topics, TopicAppraisal.Outcome.NOT_APPRAISED),
                topics.stream()
                        .flatMap(topic -> topic.storedBytes().stream())
                        .mapToDouble(ConfidenceInterval::estimate)
                        .sum(),
                today(topics, TopicAppraisal.Proposal::wireGigabytesToday),
                today(topics, TopicAppraisal.Proposal::diskGigabytesToday),
                today(topics, TopicAppraisal.Proposal::moneyToday),
                Savings.sum(savings));
    }

    private static int count(List<TopicAppraisal> topics, TopicAppraisal.Outcome outcome) {
        return (int) topics.stream().filter(topic -> topic.outcome() == outcome).count();
    }

    private static double today(List<TopicAppraisal> topics, Function<TopicAppraisal.Proposal, Double> amount) {
        return topics.stream()
                .flatMap(topic -> topic.proposal().stream())
                .mapToDouble(amount::apply)
                .sum();
    }
}
