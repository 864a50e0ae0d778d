package dev.squeeze.feature.doctor;

import static dev.squeeze.feature.doctor.TopicCase.say;

import dev.squeeze.engine.predict.CostModel;
import dev.squeeze.engine.predict.RateUncertainty;
import dev.squeeze.kit.cli.ProgramName;
import dev.squeeze.kit.cluster.ClusterFacts;
import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.unit.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Checks of the cluster and of clients' configurations, not of single topics. */
final class ClusterChecks {
    static final Rule CROSS_ZONE_READS = Rule.ofCluster(
            "consumers read across zones",
            "KIP-392: consumers fetch from the closest replica only if brokers have a replica selector",
            Requirement.BROKER_SETTINGS,
            ClusterChecks::crossZoneReads);

    static final Rule GZIP_ONLY_SERVICE = Rule.ofCluster(
            "a service that supports only gzip",
            "Azure Event Hubs for Apache Kafka: gzip is the only codec",
            Requirement.ADDRESS,
            ClusterChecks::gzipOnly);

    static final Rule LZ4_LEVEL = Rule.ofCluster(
            "lz4 level trap",
            "KIP-390 and lz4-java: level 9 means the fast compressor, all others the slow one",
            Requirement.PRODUCER_SETTINGS,
            ClusterChecks::lz4Level);

    private static final String SELECTOR = "replica.selector.class";
    private static final int FAST_LZ4_LEVEL = 9;

    private ClusterChecks() {}

    private static Optional<Observation> crossZoneReads(ClusterCase examined) {
        ClusterExamination cluster = examined.cluster();
        List<Map<String, ClusterFacts.Setting>> known = cluster.brokerSettings().values().stream()
                .flatMap(answer -> answer.value().stream())
                .toList();
        if (cluster.racks().size() < 2 || known.isEmpty()) {
            return Optional.empty();
        }
        boolean selects = known.stream().allMatch(settings -> selector(settings).isPresent());
        boolean clientKnowsItsRack = cluster.clients().ofConsumer("client.rack").isPresent();
        if (selects && (cluster.clients().consumer().isEmpty() || clientKnowsItsRack)) {
            return Optional.empty();
        }
        Optional<EstimatedSaving> saving = ofFollowerFetching(examined.topics());
        double money = saving.map(saved -> saved.moneyPerMonth().estimate()).orElse(0.0);
        Severity severity = money < examined.thresholds().get(Threshold.WORTH_MONEY)
                ? Severity.NOTE
                : money < examined.thresholds().get(Threshold.SERIOUS_MONEY) ? Severity.WARNING : Severity.SERIOUS;
        List<String> fix = new ArrayList<>();
        if (!selects) {
            fix.add("# on every broker (needs a restart):");
            fix.add("replica.selector.class=org.apache.kafka.common.replica.RackAwareReplicaSelector");
        }
        fix.add("client.rack=RACK    # on each consumer, with the same name as in broker.rack");
        return Optional.of(new Observation(
                severity,
                say(
                        "brokers are in %d racks (%s), and %s",
                        cluster.racks().size(),
                        String.join(", ", new TreeSet<>(cluster.racks())),
                        selects
                                ? "the consumer configuration that you gave has no client.rack"
                                : "replica.selector.class is not set"),
                "consumers then fetch from leaders, most of which are in another zone, and clouds bill that traffic",
                fix,
                saving,
                selects
                        ? Confidence.likely("if consumers use that configuration")
                        : Confidence.likely("from the brokers' settings; the saving assumes leaders spread evenly over"
                                + " zones, and where consumers run is unknown")));
    }

    private static Optional<String> selector(Map<String, ClusterFacts.Setting> settings) {
        return Optional.ofNullable(settings.get(SELECTOR))
                .map(ClusterFacts.Setting::value)
                .filter(value -> !value.isEmpty());
    }

    /**
     * The saving of reading from the own zone, over all examined topics. Modelled, not measured: leaders are assumed to
     * be spread evenly over zones, so wherever consumers run, the leaders of most partitions are in other zones. Rates
     * of all topics may be off in the same direction, so their errors add up.
     */
    private static Optional<EstimatedSaving> ofFollowerFetching(List<TopicExamination> topics) {
        double saved = 0;
        double low = 0;
        double high = 0;
        for (TopicExamination topic : topics) {
            Optional<CostModel> costs = topic.log()
                    .flatMap(log -> log.traffic().costs())
                    .filter(model ->
                            !topic.log().map(log -> log.traffic().idle()).orElse(true));
            if (costs.isPresent()) {
                TopicTraffic traffic = topic.log().orElseThrow().traffic();
                double ofTopic = money(costs.get(), traffic) - money(withFollowers(costs.get()), traffic);
                ConfidenceInterval atRates = RateUncertainty.within(
                        new ConfidenceInterval(ofTopic, ofTopic, ofTopic, 1, false), traffic.rateFactor());
                saved += ofTopic;
                low += atRates.low();
                high += atRates.high();
            }
        }
        ConfidenceInterval none = ConfidenceInterval.exact(0, 1);
        return saved > 0
                ? Optional.of(new EstimatedSaving(none, none, 0, new ConfidenceInterval(saved, low, high, 1, false)))
                : Optional.empty();
    }

    private static double money(CostModel costs, TopicTraffic traffic) {
        return costs.estimate(traffic.fill(), traffic.ratio(), 0, 0).zoneMoney();
    }

    private static CostModel withFollowers(CostModel costs) {
        return new CostModel(costs.workload(), costs.prices().withFollowerFetching(true));
    }

    private static Optional<Observation> gzipOnly(ClusterCase examined) {
        ClusterExamination cluster = examined.cluster();
        if (!cluster.takesGzipAlone()) {
            return Optional.empty();
        }
        return Optional.of(new Observation(
                Severity.NOTE,
                "the address ends in servicebus.windows.net: Azure Event Hubs",
                "it supports no codec other than gzip, so producers with another one are rejected or gain nothing;"
                        + " findings on topics therefore propose gzip",
                List.of("compression.type=gzip"),
                Optional.empty(),
                Confidence.likely("only from the address")));
    }

    private static Optional<Observation> lz4Level(ClusterCase examined) {
        ClusterExamination cluster = examined.cluster();
        Optional<String> level = cluster.clients()
                .ofProducer("compression.lz4.level")
                .filter(given -> cluster.clients()
                        .ofProducer("compression.type")
                        .filter("lz4"::equals)
                        .isPresent());
        if (level.isEmpty() || !isTrap(level.get())) {
            return Optional.empty();
        }
        return Optional.of(new Observation(
                Severity.WARNING,
                "the producer configuration that you gave sets compression.lz4.level=" + level.get(),
                "unlike with other codecs, low levels are not fast: every level but 9, the default, selects lz4's slow"
                        + " high-compression mode, which takes several times the CPU time",
                List.of(
                        "# delete compression.lz4.level; to compare both on your records:",
                        ProgramName.asStarted("squeeze measure SOURCE --codecs lz4:" + level.get() + ",lz4")),
                Optional.empty(),
                Confidence.certain("it is in the file")));
    }

    private static boolean isTrap(String level) {
        try {
            return Integer.parseInt(level.strip()) < FAST_LZ4_LEVEL;
        } catch (NumberFormatException e) {
            throw new UsageException("compression.lz4.level must be a number, got '" + level + "'", e);
        }
    }
}
