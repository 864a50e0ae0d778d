package dev.squeeze.engine.workload;

import dev.squeeze.kit.cluster.Answer;
import dev.squeeze.kit.cluster.ClusterFacts;
import dev.squeeze.kit.format.TopicCompression;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A topic as its cluster describes it.
 *
 * @param brokers of the cluster
 * @param racks number of different racks; absent unless every broker has one
 * @param settings effective values by key
 * @param ownSettings keys of those that are set on the topic itself, and not inherited from brokers
 * @param consumerGroups number of groups with committed offsets on the topic; refused also if none is shown
 */
public record TopicOnCluster(
        String name,
        int partitions,
        int replicationFactor,
        int brokers,
        OptionalInt racks,
        Answer<Map<String, String>> settings,
        Set<String> ownSettings,
        Answer<Integer> consumerGroups) {
    public TopicOnCluster {
        ownSettings = Set.copyOf(ownSettings);
    }

    /**
     * Queries all topics at once.
     *
     * @throws dev.squeeze.kit.cluster.ClusterException if no broker answers; a refused request is not an error
     */
    public static List<TopicOnCluster> ask(ClusterFacts facts, Collection<ClusterFacts.Topic> topics) {
        List<ClusterFacts.Broker> brokers = facts.brokers();
        Map<String, Answer<Map<String, ClusterFacts.Setting>>> settings = facts.topicSettings(
                topics.stream().map(ClusterFacts.Topic::name).toList());
        Answer<Map<String, Integer>> groups = facts.consumerGroups();
        List<TopicOnCluster> answers = new ArrayList<>();
        for (ClusterFacts.Topic topic : topics) {
            answers.add(of(
                    topic,
                    brokers,
                    settings.getOrDefault(topic.name(), new Answer.Refused<>("the cluster did not report them")),
                    groups));
        }
        return answers;
    }

    /** Built from answers that were queried before. */
    public static TopicOnCluster of(
            ClusterFacts.Topic topic,
            List<ClusterFacts.Broker> brokers,
            Answer<Map<String, ClusterFacts.Setting>> settings,
            Answer<Map<String, Integer>> groups) {
        return new TopicOnCluster(
                topic.name(),
                Math.max(1, topic.partitions()),
                Math.max(1, topic.replicationFactor()),
                Math.max(1, brokers.size()),
                racks(brokers),
                settings.map(TopicOnCluster::values),
                settings.value().map(TopicOnCluster::ownKeys).orElse(Set.of()),
                reading(topic.name(), groups));
    }

    private static Map<String, String> values(Map<String, ClusterFacts.Setting> settings) {
        Map<String, String> values = new TreeMap<>();
        settings.forEach((key, setting) -> values.put(key, setting.value()));
        return values;
    }

    private static Set<String> ownKeys(Map<String, ClusterFacts.Setting> settings) {
        return settings.entrySet().stream()
                .filter(setting -> setting.getValue().onTopic())
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    /**
     * A cluster omits groups that the user is not allowed to see, so if none is shown, there may still be consumers.
     */
    private static Answer<Integer> reading(String topic, Answer<Map<String, Integer>> groups) {
        if (groups.value().isEmpty()) {
            return new Answer.Refused<>(groups.refusal().orElse("the cluster did not report them"));
        }
        Integer number = groups.value().get().get(topic);
        return number == null
                ? new Answer.Refused<>("the cluster shows no group with offsets on the topic")
                : new Answer.Given<>(number);
    }

    /** The largest batch that brokers accept; absent if they do not report it. */
    OptionalInt maxMessageBytes() {
        return settings.value().map(values -> values.getOrDefault("max.message.bytes", "")).stream()
                .filter(value -> value.matches("\\d{1,18}"))
                .mapToInt(value -> (int) Math.min(Integer.MAX_VALUE, Long.parseLong(value)))
                .findFirst();
    }

    /** Its {@code compression.type}; empty if the cluster does not show the topic's settings. */
    public Optional<TopicCompression> compression() {
        return settings.value().map(values -> TopicCompression.parse(values.getOrDefault(TopicCompression.KEY, "")));
    }

    /**
     * Whether {@code compression.type} is set on the topic itself; empty if the cluster does not show the topic's
     * settings.
     */
    public Optional<Boolean> ownCompression() {
        return settings.value().map(values -> ownSettings.contains(TopicCompression.KEY));
    }

    private static OptionalInt racks(List<ClusterFacts.Broker> brokers) {
        return !brokers.isEmpty()
                        && brokers.stream().allMatch(broker -> broker.rack().isPresent())
                ? OptionalInt.of((int) brokers.stream()
                        .map(ClusterFacts.Broker::rack)
                        .distinct()
                        .count())
                : OptionalInt.empty();
    }
}
