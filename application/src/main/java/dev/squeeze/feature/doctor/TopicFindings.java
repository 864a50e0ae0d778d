package dev.squeeze.feature.doctor;

import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The findings of one topic.
 *
 * @param topic empty: those of the cluster and its clients
 * @param findings at least one, the most severe first
 */
record TopicFindings(Optional<String> topic, List<Finding> findings) {
    /** A smaller change that saves this part of what the largest saving is comes first. */
    private static final double NEARLY_AS_MUCH = 0.9;

    TopicFindings {
        findings = List.copyOf(findings);
    }

    /** One for each topic that has findings: those with the most severe ones first, among them the largest saving. */
    static List<TopicFindings> of(Diagnosis diagnosis) {
        Map<Optional<String>, List<Finding>> byTopic = new LinkedHashMap<>();
        diagnosis.findings().forEach(finding -> byTopic.computeIfAbsent(finding.topic(), topic -> new ArrayList<>())
                .add(finding));
        return byTopic.entrySet().stream()
                .map(topic -> new TopicFindings(topic.getKey(), topic.getValue()))
                .toList();
    }

    /** Findings whose fix saves money, the largest saving first. */
    static List<Finding> priced(List<Finding> findings) {
        return findings.stream()
                .filter(finding -> money(finding) > 0)
                .sorted(Comparator.comparingDouble(TopicFindings::money).reversed())
                .toList();
    }

    private static double money(Finding finding) {
        return finding.estimatedSaving()
                .map(EstimatedSaving::moneyPerMonth)
                .map(ConfidenceInterval::estimate)
                .orElse(0.0);
    }

    /**
     * Of the findings that overlap, the one to start with: it alone saves the most, or nearly as much with a shorter fix, as a
     * codec without longer batches does. Empty where none overlap.
     */
    Optional<Finding> first() {
        List<Finding> overlapping = overlapping();
        return overlapping.stream()
                .filter(finding -> money(finding) >= NEARLY_AS_MUCH * money(overlapping.get(0)))
                .min(Comparator.comparingInt(finding -> finding.fix().size()));
    }

    Severity severity() {
        return findings.get(0).severity();
    }

    /**
     * Findings of one topic that each save some of the same bytes and cores, the largest saving first: their savings do not
     * add up. Empty where fewer than two save anything.
     */
    List<Finding> overlapping() {
        List<Finding> priced = topic.isPresent() ? priced(findings) : List.of();
        return priced.size() > 1 ? priced : List.of();
    }
}
