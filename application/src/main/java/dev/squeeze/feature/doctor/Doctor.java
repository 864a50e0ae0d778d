package dev.squeeze.feature.doctor;

import dev.squeeze.feature.doctor.Rule.Precedence;
import dev.squeeze.feature.doctor.TopicExamination.Log;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Makes all checks on what was examined, without any input or output. */
public final class Doctor {
    /** Of a topic whose recent bytes are raw up to this share it is said that it is compressed. */
    private static final double MAX_RAW_SHARE = 0.1;

    private static final Comparator<Finding> SEVEREST_FIRST = Comparator.comparing(
                    Finding::severity, Comparator.reverseOrder())
            .thenComparing(Doctor::money, Comparator.reverseOrder())
            .thenComparing(Finding::check)
            .thenComparing(finding -> finding.topic().orElse(""));

    private final ClusterExamination cluster;
    private final List<TopicExamination> topics;

    private Doctor(ClusterExamination cluster, List<TopicExamination> topics) {
        this.cluster = cluster;
        this.topics = topics;
    }

    /**
     * Makes all checks.
     *
     * @param everyTopic names of all topics that can be seen, also those that are not examined
     */
    public static Diagnosis diagnose(
            ClusterExamination cluster, List<TopicExamination> topics, Set<String> everyTopic, Thresholds thresholds) {
        Set<String> compressed = topics.stream()
                .filter(topic -> topic.log()
                        .filter(log -> LogFacts.share(log.facts().recent(), BatchFact::isRaw) < MAX_RAW_SHARE)
                        .isPresent())
                .map(TopicExamination::name)
                .collect(Collectors.toSet());
        List<Finding> findings = new ArrayList<>(ofCluster(new ClusterCase(cluster, topics, thresholds)));
        for (TopicExamination topic : topics) {
            findings.addAll(ofTopic(new TopicCase(topic, cluster, thresholds, everyTopic, compressed)));
        }
        findings.sort(SEVEREST_FIRST);
        return new Diagnosis(findings, new Doctor(cluster, topics).skipped(), questions(findings));
    }

    private static double money(Finding finding) {
        return finding.worth().map(saving -> saving.moneyPerMonth().estimate()).orElse(0.0);
    }

    private static List<Finding> ofCluster(ClusterCase examined) {
        List<Finding> findings = new ArrayList<>();
        for (Check check : Check.values()) {
            if (check.rule().scope() instanceof Rule.OfCluster rule) {
                rule.code()
                        .apply(examined)
                        .map(seen -> seen.by(check, Optional.empty()))
                        .ifPresent(findings::add);
            }
        }
        return findings;
    }

    private static List<Finding> ofTopic(TopicCase examined) {
        List<Finding> findings = new ArrayList<>();
        Optional<String> name = Optional.of(examined.topic().name());
        for (Check check : Check.values()) {
            if (check.rule().scope() instanceof Rule.OfTopicSettings rule) {
                rule.code().apply(examined).map(seen -> seen.by(check, name)).ifPresent(findings::add);
            }
        }
        examined.topic().log().ifPresent(log -> findings.addAll(ofLog(examined, log)));
        return findings;
    }

    private static List<Finding> ofLog(TopicCase examined, Log log) {
        List<Finding> findings = new ArrayList<>(ofLog(examined, log, Precedence.FIRST));
        if (findings.isEmpty()) {
            findings.addAll(ofLog(examined, log, Precedence.UNLESS_FIRST_FINDS));
        }
        findings.addAll(ofLog(examined, log, Precedence.INDEPENDENT));
        return findings;
    }

    private static List<Finding> ofLog(TopicCase examined, Log log, Precedence precedence) {
        List<Finding> findings = new ArrayList<>();
        for (Check check : Check.values()) {
            if (check.rule().scope() instanceof Rule.OfLog rule && rule.precedence() == precedence) {
                rule.code()
                        .examine(examined, log)
                        .map(seen -> seen.by(check, Optional.of(examined.topic().name())))
                        .ifPresent(findings::add);
            }
        }
        return findings;
    }

    private List<SkippedCheck> skipped() {
        List<SkippedCheck> skipped = new ArrayList<>();
        Map<String, List<String>> unread = new LinkedHashMap<>();
        Map<String, List<String>> unset = new LinkedHashMap<>();
        for (TopicExamination topic : topics) {
            topic.unread().ifPresent(why -> add(unread, why, topic.name()));
            topic.settings()
                    .refusal()
                    .map(why -> why.replace("on topic " + topic.name(), "on the topic"))
                    .ifPresent(why -> add(unset, why, topic.name()));
        }
        unread.forEach((why, names) -> skipped.add(new SkippedCheck(requiring(Requirement.LOG), names, why)));
        unset.forEach((why, names) -> skipped.add(new SkippedCheck(requiring(Requirement.TOPIC_SETTINGS), names, why)));
        cluster.settingsRefused()
                .ifPresent(
                        why -> skipped.add(new SkippedCheck(requiring(Requirement.BROKER_SETTINGS), List.of(), why)));
        if (cluster.racks().isEmpty() && cluster.settingsRefused().isEmpty()) {
            skipped.add(new SkippedCheck(
                    List.of(Check.CROSS_ZONE_READS),
                    List.of(),
                    "no broker has a rack (broker.rack), so zones are not known"));
        }
        if (cluster.clients().producer().isEmpty()) {
            skipped.add(new SkippedCheck(
                    requiring(Requirement.PRODUCER_SETTINGS),
                    List.of(),
                    "it needs a producer's configuration: --producer-config FILE"));
        }
        return skipped;
    }

    private static void add(Map<String, List<String>> topicsByReason, String why, String topic) {
        topicsByReason.computeIfAbsent(why, reason -> new ArrayList<>()).add(topic);
    }

    private static List<Check> requiring(Requirement requirement) {
        return Arrays.stream(Check.values())
                .filter(check -> check.requirements().contains(requirement))
                .toList();
    }

    private static List<String> questions(List<Finding> findings) {
        Set<String> zstdProposed = findings.stream()
                .filter(finding -> finding.fix().stream().anyMatch(line -> line.startsWith("compression.type=zstd")))
                .flatMap(finding -> finding.topic().stream())
                .collect(Collectors.toCollection(TreeSet::new));
        List<String> questions = new ArrayList<>();
        for (Check check : Check.values()) {
            if (check.rule().scope() instanceof Rule.Question rule) {
                rule.code()
                        .apply(zstdProposed)
                        .ifPresent(question -> questions.add(question + " (check " + check.number() + ")."));
            }
        }
        return questions;
    }
}
