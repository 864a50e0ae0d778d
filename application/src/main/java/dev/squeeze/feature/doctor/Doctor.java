package dev.squeeze.feature.doctor;

import dev.squeeze.engine.inspection.TopicProfile.TopicReading;
import dev.squeeze.feature.doctor.Rule.Precedence;
import dev.squeeze.feature.doctor.TopicExamination.Log;
import dev.squeeze.kit.format.CodecType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Runs all checks on what was examined, without any I/O. */
public final class Doctor {
    /** Maximum uncompressed share of the recent bytes of a topic that counts as compressed. */
    private static final double MAX_RAW_SHARE = 0.1;

    private static final Comparator<Finding> SEVEREST_FIRST = Comparator.comparing(
                    Finding::severity, Comparator.reverseOrder())
            .thenComparing(Doctor::money, Comparator.reverseOrder())
            .thenComparing(Finding::check)
            .thenComparing(finding -> finding.topic().orElse(""));

    private final ClusterExamination cluster;
    private final List<TopicExamination> topics;
    private final Thresholds thresholds;
    private final List<Finding> findings = new ArrayList<>();
    private final Map<Check, List<String>> gainless = new TreeMap<>();

    private Doctor(ClusterExamination cluster, List<TopicExamination> topics, Thresholds thresholds) {
        this.cluster = cluster;
        this.topics = topics;
        this.thresholds = thresholds;
    }

    /**
     * Runs all checks.
     *
     * @param everyTopic names of all visible topics, including those that are not examined
     */
    public static Diagnosis diagnose(
            ClusterExamination cluster, List<TopicExamination> topics, Set<String> everyTopic, Thresholds thresholds) {
        Set<String> compressed = topics.stream()
                .filter(topic -> topic.log()
                        .filter(log -> LogFacts.share(log.facts().recent(), BatchFact::isRaw) < MAX_RAW_SHARE)
                        .isPresent())
                .map(TopicExamination::name)
                .collect(Collectors.toSet());
        Doctor doctor = new Doctor(cluster, topics, thresholds);
        doctor.ofCluster(new ClusterCase(cluster, topics, thresholds));
        for (TopicExamination topic : topics) {
            doctor.ofTopic(new TopicCase(topic, cluster, thresholds, everyTopic, compressed));
        }
        doctor.findings.sort(SEVEREST_FIRST);
        return new Diagnosis(
                doctor.findings,
                doctor.gainless.entrySet().stream()
                        .map(check -> new GainlessCheck(check.getKey(), check.getValue()))
                        .toList(),
                doctor.skipped(),
                doctor.questions());
    }

    private static double money(Finding finding) {
        return finding.estimatedSaving()
                .map(saving -> saving.moneyPerMonth().estimate())
                .orElse(0.0);
    }

    private void ofCluster(ClusterCase examined) {
        for (Check check : Check.values()) {
            if (check.rule().scope() instanceof Rule.OfCluster rule) {
                rule.code()
                        .apply(examined)
                        .map(seen -> Finding.of(check, Optional.empty(), seen))
                        .ifPresent(findings::add);
            }
        }
    }

    private void ofTopic(TopicCase examined) {
        for (Check check : Check.values()) {
            if (check.rule().scope() instanceof Rule.OfTopicSettings rule) {
                rule.code()
                        .apply(examined)
                        .map(seen ->
                                Finding.of(check, Optional.of(examined.topic().name()), seen))
                        .ifPresent(findings::add);
            }
        }
        examined.topic().log().ifPresent(log -> {
            if (!ofLog(examined, log, Precedence.FIRST)) {
                ofLog(examined, log, Precedence.UNLESS_FIRST_FINDS);
            }
            ofLog(examined, log, Precedence.INDEPENDENT);
        });
    }

    /** Returns whether something was found. An observation that would save nothing is not a finding. */
    private boolean ofLog(TopicCase examined, Log log, Precedence precedence) {
        String topic = examined.topic().name();
        int before = findings.size();
        for (Check check : Check.values()) {
            if (check.rule().scope() instanceof Rule.OfLog rule && rule.precedence() == precedence) {
                Optional<Observation> seen = rule.code().examine(examined, log);
                if (seen.isPresent() && log.traffic().pays(seen.get().saving())) {
                    findings.add(Finding.of(check, Optional.of(topic), seen.get()));
                } else if (seen.isPresent()) {
                    gainless.computeIfAbsent(check, first -> new ArrayList<>()).add(topic);
                }
            }
        }
        return findings.size() > before;
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
        skipped.addAll(ofFewBatches());
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

    /** Topics with the same skipped checks and the same reason share an entry. */
    private List<SkippedCheck> ofFewBatches() {
        Map<SkippedCheck, List<String>> names = new LinkedHashMap<>();
        for (TopicExamination topic : topics) {
            topic.log()
                    .filter(log -> log.facts().recent().size() < thresholds.get(Threshold.MIN_BATCHES))
                    .map(log -> new SkippedCheck(notSeen(topic.name()), List.of(), few(log)))
                    .ifPresent(few -> names.computeIfAbsent(few, first -> new ArrayList<>())
                            .add(topic.name()));
        }
        return names.entrySet().stream()
                .map(few -> new SkippedCheck(
                        few.getKey().checks(), few.getValue(), few.getKey().why()))
                .toList();
    }

    /** Checks that need more batches of a topic than were read, and saw nothing in these. */
    private List<Check> notSeen(String topic) {
        return requiring(Requirement.BATCHES).stream()
                .filter(check -> findings.stream()
                        .noneMatch(finding -> finding.check() == check
                                && finding.topic().filter(topic::equals).isPresent()))
                .filter(check -> !gainless.getOrDefault(check, List.of()).contains(topic))
                .toList();
    }

    private static String few(Log log) {
        int number = log.facts().all().size();
        String batches = number == 1 ? "1 batch" : TopicCase.say("%,d batches", number);
        boolean whole = log.profile().reading().filter(TopicReading::whole).isPresent();
        return whole
                ? "it contains only " + batches
                : "only " + batches + (number == 1 ? " was" : " were") + " read: raise --sample";
    }

    private static void add(Map<String, List<String>> topicsByReason, String why, String topic) {
        topicsByReason.computeIfAbsent(why, reason -> new ArrayList<>()).add(topic);
    }

    private static List<Check> requiring(Requirement requirement) {
        return Arrays.stream(Check.values())
                .filter(check -> check.requirements().contains(requirement))
                .toList();
    }

    private List<String> questions() {
        Set<String> zstdAlready = topics.stream()
                .filter(topic -> topic.log().filter(log -> isZstd(log.facts())).isPresent())
                .map(TopicExamination::name)
                .collect(Collectors.toSet());
        Set<String> zstdProposed = findings.stream()
                .filter(finding -> finding.fix().stream().anyMatch(line -> line.contains("compression.type=zstd")))
                .flatMap(finding -> finding.topic().stream())
                .filter(topic -> !zstdAlready.contains(topic))
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

    private static boolean isZstd(LogFacts facts) {
        return LogFacts.share(facts.recent(), fact -> fact.codecId() == CodecType.ZSTD.id()) >= RawChecks.NEARLY_ALL;
    }
}
