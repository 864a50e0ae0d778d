package dev.squeeze.engine.workload;

import dev.squeeze.engine.workload.PartOrigin.Origin;
import dev.squeeze.kit.format.TopicCompression;
import dev.squeeze.kit.unit.DurationText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The environment of a topic, known before its log is read.
 *
 * @param live whether it is a topic on a cluster, to which records may still be written
 * @param maxMessageBytes largest batch that the topic accepts; absent if no cluster reports it
 * @param compression the topic's {@code compression.type}; absent if no cluster reports it
 * @param origins of the parts, in their order
 */
public record TopicHosting(
        boolean live,
        int partitions,
        int brokers,
        int replicationFactor,
        int consumerGroups,
        int zones,
        RetentionRule retention,
        OptionalInt maxMessageBytes,
        Optional<TopicCompression> compression,
        List<PartOrigin> origins) {
    public static final int DEFAULT_CONSUMER_GROUPS = 2;

    /** Topic settings that determine how much of it is kept. */
    public static final Set<String> RETENTION_SETTINGS = RetentionRule.SETTINGS;

    private static final int DEFAULT_PARTITIONS = 12;
    private static final int DEFAULT_BROKERS = 3;
    private static final int DEFAULT_REPLICATION_FACTOR = 3;
    private static final int DEFAULT_ZONES = 3;

    public TopicHosting {
        origins = List.copyOf(origins);
    }

    /** For a topic on a cluster. */
    public static TopicHosting of(TopicOnCluster topic, GivenWorkload given) {
        Parts parts = new Parts(given);
        int replicas = parts.known(WorkloadPart.REPLICATION_FACTOR, topic.replicationFactor());
        return new TopicHosting(
                true,
                parts.known(WorkloadPart.PARTITIONS, topic.partitions()),
                Math.max(replicas, parts.known(WorkloadPart.BROKERS, topic.brokers())),
                replicas,
                topic.consumerGroups()
                        .value()
                        .map(groups -> parts.known(WorkloadPart.CONSUMER_GROUPS, groups))
                        .orElseGet(() -> parts.assumed(
                                WorkloadPart.CONSUMER_GROUPS,
                                DEFAULT_CONSUMER_GROUPS,
                                topic.consumerGroups().refusal().orElse(""))),
                topic.racks().isPresent()
                        ? parts.known(WorkloadPart.ZONES, topic.racks().getAsInt())
                        : parts.assumed(WorkloadPart.ZONES, DEFAULT_ZONES, "the brokers have no racks"),
                parts.retention(RetentionRule.of(topic)),
                topic.maxMessageBytes(),
                topic.compression(),
                parts.origins);
    }

    /**
     * Whether nothing is deleted because of its age or the log's size, so that the age of the log is used as the
     * retention.
     */
    public boolean keepsAllRecords() {
        return retention.time().isEmpty();
    }

    /**
     * For records that are not on a cluster.
     *
     * @param partitionsOfLog number of partitions for which segments were found
     */
    public static TopicHosting withoutCluster(OptionalInt partitionsOfLog, GivenWorkload given) {
        Parts parts = new Parts(given);
        int replicasAtLeast = given.number(WorkloadPart.REPLICATION_FACTOR).orElse(1);
        int brokers = parts.assumed(WorkloadPart.BROKERS, Math.max(DEFAULT_BROKERS, replicasAtLeast), "");
        return new TopicHosting(
                false,
                partitionsOfLog.isPresent()
                        ? parts.pick(
                                WorkloadPart.PARTITIONS,
                                partitionsOfLog.getAsInt(),
                                PartOrigin.of(WorkloadPart.PARTITIONS, Origin.LOG))
                        : parts.assumed(WorkloadPart.PARTITIONS, DEFAULT_PARTITIONS, ""),
                brokers,
                parts.assumed(WorkloadPart.REPLICATION_FACTOR, Math.min(DEFAULT_REPLICATION_FACTOR, brokers), ""),
                parts.assumed(WorkloadPart.CONSUMER_GROUPS, DEFAULT_CONSUMER_GROUPS, ""),
                parts.assumed(WorkloadPart.ZONES, DEFAULT_ZONES, ""),
                parts.retention(RetentionRule.assumed("")),
                OptionalInt.empty(),
                Optional.empty(),
                parts.origins);
    }

    /** Uses a flag's value for a part if specified, and records the origin of each part. */
    private static final class Parts {
        private final GivenWorkload given;
        private final List<PartOrigin> origins = new ArrayList<>();

        Parts(GivenWorkload given) {
            this.given = given;
        }

        int known(WorkloadPart part, int value) {
            return pick(part, value, PartOrigin.of(part, Origin.CLUSTER));
        }

        int assumed(WorkloadPart part, int value, String why) {
            return pick(part, value, PartOrigin.of(part, Origin.ASSUMED, why));
        }

        int pick(WorkloadPart part, int value, PartOrigin origin) {
            OptionalInt number = given.number(part);
            origins.add(number.isPresent() ? PartOrigin.of(part, Origin.GIVEN) : origin);
            return number.orElse(value);
        }

        /** The overall retention and its flag do not determine whether part of the data is in an object store. */
        RetentionRule retention(RetentionRule found) {
            RetentionRule rule = given.retention().map(RetentionRule::given).orElse(found);
            origins.add(rule.origin());
            return rule.withLocal(
                    given.localRetention().map(RetentionRule.Local::of).or(found::local));
        }
    }

    /**
     * The assumptions made for these topics, each with its flag; assumptions shared by several topics are listed once.
     */
    public static List<String> assumptions(Collection<TopicHosting> topics) {
        Map<String, Integer> numbers = new LinkedHashMap<>();
        for (WorkloadPart part : WorkloadPart.values()) {
            for (TopicHosting topic : topics) {
                topic.assumption(part).ifPresent(words -> numbers.merge(words, 1, Integer::sum));
            }
        }
        List<String> lines = new ArrayList<>();
        numbers.forEach((words, number) -> lines.add(
                number == topics.size() ? words : words + " (" + number + " of " + topics.size() + " topics)"));
        return lines;
    }

    private Optional<String> assumption(WorkloadPart part) {
        return origins.stream()
                .filter(origin -> origin.part() == part && origin.assumed())
                .findFirst()
                .map(origin -> part.flag() + " " + value(part)
                        + origin.why().map(why -> ": " + why).orElse(""));
    }

    private String value(WorkloadPart part) {
        return switch (part) {
            case PARTITIONS -> Integer.toString(partitions);
            case BROKERS -> Integer.toString(brokers);
            case REPLICATION_FACTOR -> Integer.toString(replicationFactor);
            case CONSUMER_GROUPS -> Integer.toString(consumerGroups);
            case ZONES -> Integer.toString(zones);
            case RETENTION ->
                retention
                        .time()
                        .map(time -> DurationText.format(time).replace(" ", ""))
                        .orElse("");
            case RATE, PRODUCERS -> "";
        };
    }
}
