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
 * @param topic empty for findings about the cluster and its clients
 * @param findings at least one, most severe first
 */
record TopicFindings(Optional<String> topic, List<Finding> findings) {
    /** A smaller change comes first if it saves at least this share of the largest saving. */
    private static final double NEARLY_AS_MUCH = 0.9;

    TopicFindings {
        findings = List.copyOf(findings);
    }

    /**
     * One for each topic with findings, in the order of the topics' first findings: most severe first, then largest
     * saving first.
     */
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
     * The overlapping finding to start with: the one that saves the most, or nearly as much with a shorter fix, such as
     * a codec without larger batches. Empty if none overlap.
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
     * Findings of one topic that save some of the same bytes and cores, largest saving first: their savings do not add
     * up. Empty if fewer than two save anything.
     */
    List<Finding> overlapping() {
        List<Finding> priced = topic.isPresent() ? priced(findings) : List.of();
        return priced.size() > 1 ? priced : List.of();
    }
}
