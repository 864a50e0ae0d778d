package dev.squeeze.feature.doctor;

import dev.squeeze.engine.workload.TopicHosting;
import dev.squeeze.engine.workload.TopicOnCluster;
import dev.squeeze.engine.workload.WorkloadPart;
import dev.squeeze.feature.calibrate.CalibrationFile;
import dev.squeeze.feature.calibrate.CpuCosts;
import dev.squeeze.kit.cli.ConnectionArguments;
import dev.squeeze.kit.cli.ProgressLine;
import dev.squeeze.kit.cli.RunStart;
import dev.squeeze.kit.cli.StoppedException;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.cluster.Answer;
import dev.squeeze.kit.cluster.ClusterFacts;
import dev.squeeze.kit.cluster.JmxBrokers;
import dev.squeeze.kit.source.RecordSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Examines a cluster and its topics, one after the other, and runs the checks on what was seen so far. */
final class DoctorRun {
    private static final double STARTED = 1e-6;

    private final DoctorRequest request;
    private final RunStart start;
    private final Terminal terminal;
    private final ProgressLine progress;
    private final List<TopicExamination> examined = new ArrayList<>();
    private final Map<String, TopicHosting> hosting = new TreeMap<>();
    private String cpuBasis = "";
    private boolean interrupted;

    DoctorRun(DoctorRequest request, RunStart start, Terminal terminal, ProgressLine progress) {
        this.request = request;
        this.start = start;
        this.terminal = terminal;
        this.progress = progress;
    }

    /** @throws dev.squeeze.kit.cli.FailedException if a given topic does not exist, or there is none to examine */
    DoctorResult run() {
        try (ClusterFacts facts = ClusterFacts.open(request.cluster(), ConnectionArguments.TIMEOUT)) {
            List<ClusterFacts.Topic> all = facts.topics();
            List<ClusterFacts.Topic> chosen =
                    request.scope().of(all, request.cluster().bootstrap());
            Set<String> names = all.stream().map(ClusterFacts.Topic::name).collect(Collectors.toSet());
            Optional<JmxBrokers> metrics =
                    request.jmx().isEmpty() ? Optional.empty() : Optional.of(JmxBrokers.connect(request.jmx()));
            try {
                ClusterExamination cluster = cluster(facts);
                examine(facts, chosen, cluster, names);
                return result(cluster.withConversions(metrics.map(JmxBrokers::conversions)), examined, names);
            } finally {
                metrics.ifPresent(JmxBrokers::close);
            }
        }
    }

    private ClusterExamination cluster(ClusterFacts facts) {
        List<ClusterFacts.Broker> brokers = facts.brokers();
        Map<Integer, Answer<Map<String, ClusterFacts.Setting>>> settings = new TreeMap<>();
        for (ClusterFacts.Broker broker : brokers) {
            settings.put(broker.id(), facts.brokerSettings(broker.id()));
            if (settings.values().stream().anyMatch(answer -> answer.refusal().isPresent())) {
                break;
            }
        }
        return new ClusterExamination(
                request.cluster().bootstrap(),
                request.cluster().forKafkaTools(),
                brokers,
                settings,
                Optional.empty(),
                request.clients());
    }

    private void examine(
            ClusterFacts facts, List<ClusterFacts.Topic> chosen, ClusterExamination cluster, Set<String> names) {
        Map<String, Answer<Map<String, ClusterFacts.Setting>>> settings = facts.topicSettings(
                chosen.stream().map(ClusterFacts.Topic::name).toList());
        Answer<Map<String, Integer>> groups = facts.consumerGroups();
        Answer<Map<String, ClusterFacts.Setting>> none = new Answer.Refused<>("the cluster did not report them");
        for (ClusterFacts.Topic topic : chosen) {
            TopicOnCluster known =
                    TopicOnCluster.of(topic, cluster.brokers(), settings.getOrDefault(topic.name(), none), groups);
            hosting.put(topic.name(), TopicHosting.of(known, request.options().given()));
        }
        CpuCosts cpu = CpuCosts.of(new CalibrationFile());
        cpuBasis = cpu.basis();
        try (Examiner examiner = new Examiner(request.thresholds(), request.options(), cpu)) {
            for (ClusterFacts.Topic topic : chosen) {
                examined.add(examiner.examine(
                        topic,
                        settings.getOrDefault(topic.name(), none),
                        Objects.requireNonNull(hosting.get(topic.name())),
                        request.access(),
                        reading(topic, chosen.size())));
                List<TopicExamination> soFar = List.copyOf(examined);
                terminal.live().show(() -> result(cluster, soFar, names));
            }
        } catch (StoppedException e) {
            interrupted = true;
        }
    }

    private RecordSource.ReadProgress reading(ClusterFacts.Topic topic, int topics) {
        double before = examined.size();
        return (read, total) -> {
            if (terminal.stop().isRequested()) {
                throw new StoppedException("interrupted");
            }
            double part = total > 0 ? Math.min(1.0, (double) read / total) : 0;
            progress.progress("examining topics, " + topic.name(), Math.max(STARTED, (before + part) / topics));
        };
    }

    private DoctorResult result(ClusterExamination cluster, List<TopicExamination> topics, Set<String> names) {
        Diagnosis diagnosis = Doctor.diagnose(cluster, topics, names, request.thresholds());
        return new DoctorResult(
                start.untilNow(),
                info(cluster, request.options()),
                request.options().prices(),
                request.thresholds().inForce(),
                topics.stream().map(TopicExamination::summary).toList(),
                diagnosis,
                request.failOn(),
                interrupted,
                next(diagnosis));
    }

    /**
     * A finding covers a single change. All settings of a topic together are a question for {@code advise}; without
     * priced findings, {@code survey} is the next step.
     */
    private List<String> next(Diagnosis diagnosis) {
        return List.of(TopicFindings.priced(diagnosis.findings()).stream()
                .flatMap(finding -> finding.topic().stream())
                .findFirst()
                .map(topic -> request.advise().about("topic:" + topic).line("squeeze advise"))
                .orElseGet(() -> request.survey().line("squeeze survey")));
    }

    private DoctorResult.Examined info(ClusterExamination cluster, TrafficOptions options) {
        // Zones are the same for all topics.
        TopicHosting any = hosting.values().iterator().next();
        boolean zonesAssumed =
                any.origins().stream().anyMatch(origin -> origin.part() == WorkloadPart.ZONES && origin.assumed());
        return new DoctorResult.Examined(
                cluster.bootstrap(),
                cluster.brokers().size(),
                cluster.racks().stream().sorted().toList(),
                cluster.conversions().isPresent(),
                any.zones(),
                zonesAssumed,
                options.given().number(WorkloadPart.CONSUMER_GROUPS).orElse(TopicHosting.DEFAULT_CONSUMER_GROUPS),
                Optional.of(assumptions()));
    }

    private List<String> assumptions() {
        List<String> assumptions = new ArrayList<>(TopicHosting.assumptions(hosting.values()));
        assumptions.add(cpuBasis);
        return assumptions;
    }
}
