package dev.squeeze.feature.bench;

import static dev.squeeze.kit.document.Figures.count;
import static dev.squeeze.kit.document.Figures.say;

import dev.squeeze.feature.gateway.Acknowledge;
import dev.squeeze.kit.document.BrokerUsage;
import dev.squeeze.kit.document.ClusterInfo;
import dev.squeeze.kit.document.ResultHeader;
import dev.squeeze.kit.document.ServiceInfo;
import dev.squeeze.kit.stats.BalancedStretches;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Describes the setup of a benchmark: what was sent, where to, and how it was measured. */
final class BenchSetup {
    /** Properties that are not repeated, since an arm's label names its codec. */
    private static final String CODEC_PROPERTIES = "compression.";

    private final BenchResult result;
    private final BenchPlanInfo plan;

    BenchSetup(BenchResult result) {
        this.result = result;
        this.plan = result.plan();
    }

    /** The source, the cluster, the load and the design, one paragraph each. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(ResultHeader.sourceLine(result));
        lines.add(cluster());
        result.cluster()
                .service()
                .filter(ServiceInfo::own)
                .map(BenchSetup::gateway)
                .ifPresent(lines::add);
        result.cluster()
                .workers()
                .map(WorkersSection::new)
                .map(WorkersSection::summary)
                .ifPresent(lines::add);
        List<ArmInfo.SettingsInfo> settings = settings();
        if (!settings.isEmpty()) {
            lines.add(load(settings));
        }
        clients().ifPresent(lines::add);
        lines.add(isSearch() ? sustained() : rounds());
        return lines;
    }

    /**
     * Versions of the client libraries; empty if only Java's producer sent, whose version is that of the environment.
     */
    private Optional<String> clients() {
        List<String> libraries = result.arms().stream()
                .map(ArmInfo::clients)
                .flatMap(Optional::stream)
                .flatMap(List::stream)
                .map(ArmInfo.ClientInfo::words)
                .distinct()
                .toList();
        if (libraries.isEmpty()) {
            return Optional.empty();
        }
        boolean java = result.arms().stream().anyMatch(arm -> arm.clients().isEmpty() && arm.rounds() > 0);
        String own = java ? "java " + result.run().environment().kafkaVersion() + ", " : "";
        return Optional.of("clients: " + own + String.join(", ", libraries));
    }

    /** The records that were sent. */
    String sent() {
        return say(
                "sent: %,d records, %s, repeated in order%s%s%s",
                plan.payloadRecords(),
                new ByteCount(plan.payloadBytes()),
                plan.wholeSource() ? "" : " (stretches of 1 MiB sampled from the whole source)",
                hasShortTrials()
                        ? "; trials that send less than half of them use stretches from all parts of the" + " source"
                        : "",
                plan.runs(BenchMode.RAW) ? ", in batches compressed beforehand" : "");
    }

    private boolean isSearch() {
        return plan.runs(BenchMode.FIND_MAX);
    }

    private List<ArmInfo.SettingsInfo> settings() {
        return result.arms().isEmpty()
                ? result.searches().stream().map(SearchInfo::settings).toList()
                : result.arms().stream().map(ArmInfo::settings).toList();
    }

    private boolean hasShortTrials() {
        double seconds = plan.rampSeconds() + plan.windowSeconds();
        return plan.numRecords().isEmpty()
                && !plan.runs(BenchMode.RAW)
                && settings().stream()
                        .flatMapToDouble(arm -> arm.rateRecordsPerSecond().stream())
                        .anyMatch(rate -> BalancedStretches.areFew(rate * seconds, plan.payloadRecords()));
    }

    private String cluster() {
        ClusterInfo cluster = result.cluster();
        if (cluster.service().isPresent() && !cluster.service().get().own()) {
            ServiceInfo service = cluster.service().get();
            return say(
                    "service: %s over %s; its brokers are not visible from here",
                    service.address().orElse(""), count(service.connections(), "connection"));
        }
        return cluster.embedded()
                ? say(
                        "cluster: %s (Kafka %s, heap %s), on this machine",
                        count(cluster.brokers().orElse(1), "embedded broker"),
                        result.run().environment().kafkaVersion(),
                        new ByteCount(cluster.brokerHeapBytes().orElse(0)))
                : "cluster: " + cluster.bootstrap().orElse("") + "; brokers' CPU "
                        + (cluster.brokerUsage() == BrokerUsage.JMX ? "by JMX" : "not visible (give --jmx)");
    }

    private static String gateway(ServiceInfo service) {
        return say(
                "service: squeeze gateway, a JVM for each arm (heap %s), over %s, answers when %s, queue of %,d records",
                new ByteCount(service.heapBytes().orElse(0)),
                count(service.connections(), "connection"),
                service.acknowledge().equals(Optional.of(Acknowledge.BROKER.key()))
                        ? "the broker has acknowledged"
                        : "queued",
                service.queueRecords().orElse(0));
    }

    private String load(List<ArmInfo.SettingsInfo> settings) {
        boolean alike = settings.stream().map(this::shape).distinct().count() == 1;
        boolean foreign =
                result.cluster().service().map(service -> !service.own()).orElse(false);
        if (foreign) {
            return "load: " + shape(settings.get(0));
        }
        String properties = common(settings).entrySet().stream()
                .map(property -> property.getKey() + "=" + property.getValue())
                .collect(Collectors.joining(", "));
        return (alike ? "every arm: " : "first arm: ")
                + shape(settings.get(0))
                + (properties.isEmpty() ? "" : "; in every arm " + properties);
    }

    private String shape(ArmInfo.SettingsInfo settings) {
        Optional<ServiceInfo> service = result.cluster().service();
        if (service.isPresent() && !service.get().own()) {
            return isSearch() ? "one record per request" : pace(settings, "one record per request");
        }
        String shape = say(
                "%s with %s, %s of %s, %s",
                count(settings.producers(), "producer"),
                count(settings.threads(), service.isPresent() ? "worker" : "thread"),
                count(settings.topics(), "topic"),
                count(settings.partitions(), "partition"),
                count(settings.replicationFactor(), "replica"));
        return isSearch() ? shape : pace(settings, shape);
    }

    private String pace(ArmInfo.SettingsInfo settings, String shape) {
        if (plan.stages().isPresent()) {
            return shape + ", open loop in stages, records/s: "
                    + plan.stages().get().stream().map(BenchSetup::stage).collect(Collectors.joining(", "));
        }
        return settings.rateRecordsPerSecond().isPresent()
                ? say(
                        "%s, open loop at %,.0f records/s",
                        shape, settings.rateRecordsPerSecond().getAsDouble())
                : shape + ", closed loop";
    }

    private static String stage(BenchPlanInfo.StageInfo stage) {
        String length = DurationText.format(Duration.ofMillis(Math.round(1_000 * stage.seconds())));
        return stage.fromRecordsPerSecond() == stage.toRecordsPerSecond()
                ? say("%,.0f for %s", stage.fromRecordsPerSecond(), length)
                : say("%,.0f to %,.0f in %s", stage.fromRecordsPerSecond(), stage.toRecordsPerSecond(), length);
    }

    /** Producer and topic settings that are the same in all arms. */
    private static Map<String, String> common(List<ArmInfo.SettingsInfo> settings) {
        Map<String, String> common = new TreeMap<>(all(settings.get(0)));
        settings.forEach(other -> common.entrySet().retainAll(all(other).entrySet()));
        common.keySet().removeIf(key -> key.startsWith(CODEC_PROPERTIES));
        return common;
    }

    private static Map<String, String> all(ArmInfo.SettingsInfo settings) {
        Map<String, String> all = new TreeMap<>(settings.producerProperties());
        settings.topicConfigs().forEach((key, value) -> all.put("topic." + key, value));
        return all;
    }

    private String sustained() {
        return say(
                "a rate counts as sustained when sending stays within 1 %% of it, the backlog does not grow, p99 to"
                        + " acknowledgement is at most %,d ms, and nothing fails or is refused; trials of %.1f s after a"
                        + " ramp of %.1f s",
                plan.maxLatencySeconds()
                        .map(seconds -> Math.round(seconds * 1000))
                        .orElse(0L),
                plan.windowSeconds(),
                plan.rampSeconds());
    }

    private String rounds() {
        return say(
                "%s in %s%s, %s measured in each after a ramp of %.1f s; ± is the 95 %% interval over rounds",
                count(result.arms().size(), "arm"),
                count(plan.rounds(), "interleaved round"),
                plan.roundsLeftOut() == 0
                        ? ""
                        : " (the first " + plan.roundsLeftOut() + " not counted: still warming up)",
                plan.numRecords().isPresent()
                        ? say("%,d records", plan.numRecords().getAsLong())
                        : say("%.1f s", plan.windowSeconds()),
                plan.rampSeconds());
    }
}
