package dev.squeeze.feature.doctor;

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

/** Makes all checks on what was examined. Asks nobody and reads nothing. */
public final class Doctor {
    private static final int MOST_NAMED = 10;
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
        Doctor doctor = new Doctor(cluster, topics);
        Set<String> compressed = topics.stream()
                .filter(topic -> topic.log()
                        .filter(log -> LogFacts.share(log.facts().recent(), BatchFact::isRaw) < 0.1)
                        .isPresent())
                .map(TopicExamination::name)
                .collect(Collectors.toSet());
        List<Finding> findings = new ArrayList<>(ClusterChecks.examine(cluster, topics, thresholds));
        for (TopicExamination topic : topics) {
            findings.addAll(ofTopic(new Case(topic, cluster, thresholds, everyTopic, compressed)));
        }
        findings.sort(SEVEREST_FIRST);
        return new Diagnosis(findings, doctor.skipped(), questions(findings));
    }

    private static double money(Finding finding) {
        return finding.worth().map(worth -> worth.moneyPerMonth().estimate()).orElse(0.0);
    }

    private static List<Finding> ofTopic(Case one) {
        List<Finding> findings = new ArrayList<>();
        one.topic().log().ifPresent(log -> {
            Optional<Finding> incompressible = CodecChecks.incompressible(one, log);
            Optional<Finding> alone = ContentChecks.valuesCompressedAlone(one, log);
            // What nothing compresses is left alone; what is compressed already has a better remedy than a codec.
            incompressible.ifPresent(findings::add);
            alone.ifPresent(findings::add);
            if (incompressible.isEmpty() && alone.isEmpty()) {
                findings.addAll(ofContents(one, log));
            }
            findings.addAll(ofBatches(one, log));
        });
        SettingChecks.zstdTopicSetting(one).ifPresent(findings::add);
        return findings;
    }

    private static List<Finding> ofContents(Case one, Log log) {
        List<Finding> findings = new ArrayList<>();
        CodecChecks.raw(one, log).ifPresent(findings::add);
        CodecChecks.rawProducer(one, log).ifPresent(findings::add);
        CodecChecks.gzip(one, log).ifPresent(findings::add);
        BatchingChecks.examine(one, log).ifPresent(findings::add);
        ContentChecks.schemaInRecords(one, log).ifPresent(findings::add);
        return findings;
    }

    private static List<Finding> ofBatches(Case one, Log log) {
        List<Finding> findings = new ArrayList<>();
        SettingChecks.brokerRecompresses(one, log).ifPresent(findings::add);
        CodecChecks.oldCodec(one, log).ifPresent(findings::add);
        SizeChecks.hugeBatches(one, log).ifPresent(findings::add);
        SizeChecks.consumerHeap(one, log).ifPresent(findings::add);
        SizeChecks.nearSizeLimit(one, log).ifPresent(findings::add);
        SettingChecks.compactionChurn(one, log).ifPresent(findings::add);
        return findings;
    }

    private List<SkippedCheck> skipped() {
        List<SkippedCheck> skipped = new ArrayList<>();
        Map<String, List<String>> unread = new LinkedHashMap<>();
        Map<String, List<String>> unset = new LinkedHashMap<>();
        for (TopicExamination topic : topics) {
            topic.unread().ifPresent(why -> unread.computeIfAbsent(why, one -> new ArrayList<>())
                    .add(topic.name()));
            topic.settings()
                    .refusal()
                    .map(why -> why.replace("on topic " + topic.name(), "on the topic"))
                    .ifPresent(why ->
                            unset.computeIfAbsent(why, one -> new ArrayList<>()).add(topic.name()));
        }
        unread.forEach((why, names) -> skipped.add(new SkippedCheck(needing(Requirement.LOG), names, why)));
        unset.forEach((why, names) -> skipped.add(new SkippedCheck(needing(Requirement.TOPIC_SETTINGS), names, why)));
        cluster.settingsRefused()
                .ifPresent(why -> skipped.add(new SkippedCheck(needing(Requirement.BROKER_SETTINGS), List.of(), why)));
        if (cluster.racks().isEmpty() && cluster.settingsRefused().isEmpty()) {
            skipped.add(new SkippedCheck(
                    List.of(Check.CROSS_ZONE_READS),
                    List.of(),
                    "no broker names its rack (broker.rack), so zones are not seen"));
        }
        if (cluster.clients().producer().isEmpty()) {
            skipped.add(new SkippedCheck(
                    needing(Requirement.PRODUCER_SETTINGS),
                    List.of(),
                    "it needs a producer's configuration: --producer-config FILE"));
        }
        return skipped;
    }

    private static List<Check> needing(Requirement need) {
        return Arrays.stream(Check.values())
                .filter(check -> check.needs().contains(need))
                .toList();
    }

    /** What cannot be seen from outside. */
    private static List<String> questions(List<Finding> findings) {
        List<String> questions = new ArrayList<>();
        Set<String> changed = findings.stream()
                .filter(finding -> finding.fix().stream().anyMatch(line -> line.startsWith("compression.type=zstd")))
                .flatMap(finding -> finding.topic().stream())
                .collect(Collectors.toCollection(TreeSet::new));
        if (!changed.isEmpty()) {
            questions.add("Can every consumer of " + named(changed)
                    + " read zstd? It needs Kafka 2.1, librdkafka 1.0, or a zstd module in kafka-python and node clients; a"
                    + " cluster shows client ids, not what they can decode (check "
                    + Check.UNDECODABLE_CODEC.number() + ").");
        }
        questions.add(
                "Which codec libraries do clients and brokers run? No cluster tells. Look for kafka-clients below 3.9.2,"
                        + " 4.0.2 or 4.1.2 (CVE-2026-35554) and for lz4-java with CVE-2025-12183, CVE-2025-66566 or CVE-2026-59949"
                        + " (check " + Check.VULNERABLE_LIBRARIES.number() + ").");
        return questions;
    }

    private static String named(Set<String> topics) {
        return topics.size() <= MOST_NAMED
                ? String.join(", ", topics)
                : topics.stream().limit(MOST_NAMED).collect(Collectors.joining(", ")) + " and "
                        + (topics.size() - MOST_NAMED) + " other topics";
    }
}
