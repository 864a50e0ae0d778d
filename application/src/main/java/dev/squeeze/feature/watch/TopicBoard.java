package dev.squeeze.feature.watch;

import dev.squeeze.engine.history.HistoryFolder;
import dev.squeeze.engine.history.TopicFacts;
import dev.squeeze.engine.workload.TopicHosting;
import dev.squeeze.engine.workload.TopicOnCluster;
import dev.squeeze.kit.cluster.ClusterFacts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which topics there are, and what the cluster says about them; asked again from time to time. */
final class TopicBoard {
    /** Settings that bytes, money and codecs depend on. */
    private static final Set<String> SETTINGS = Stream.concat(
                    Stream.of(TopicFacts.COMPRESSION), TopicHosting.RETENTION_SETTINGS.stream())
            .collect(Collectors.toUnmodifiableSet());

    private final WatchOptions options;
    private final Map<String, TopicPositions> positions = new TreeMap<>();
    private final Map<String, TopicFacts> facts = new HashMap<>();
    private long adminRequests;

    TopicBoard(WatchOptions options) {
        this.options = options;
    }

    /** Requests to the cluster that were made through Kafka's admin client until now. */
    long adminRequests() {
        return adminRequests;
    }

    /** Those that are watched, in the order of their names. */
    List<TopicPositions> topics() {
        return List.copyOf(positions.values());
    }

    /** One that was deleted is watched no more. */
    void drop(Collection<String> topics) {
        topics.forEach(positions::remove);
    }

    /** Known from an earlier watch: only what differs, or is not in the file of this day, is written again. */
    void known(TopicFacts earlier) {
        facts.put(earlier.topic(), earlier);
    }

    Optional<TopicFacts> facts(String topic) {
        return Optional.ofNullable(facts.get(topic));
    }

    /**
     * Asks the cluster for its topics and their settings.
     *
     * @return what the history of the day does not hold yet
     */
    List<TopicFacts> refresh(ClusterFacts cluster, Instant at) {
        List<ClusterFacts.Topic> wanted = cluster.topics().stream()
                .filter(topic -> options.internal() || !topic.internal())
                .filter(topic -> options.topics().takes(topic.name()))
                .toList();
        positions
                .keySet()
                .retainAll(wanted.stream().map(ClusterFacts.Topic::name).collect(Collectors.toSet()));
        for (ClusterFacts.Topic topic : wanted) {
            TopicPositions known = positions.get(topic.name());
            if (known == null || known.partitions() != topic.partitions()) {
                positions.put(topic.name(), new TopicPositions(topic.name(), topic.partitions()));
            }
        }
        adminRequests += 3L + wanted.size() / 200;
        List<TopicFacts> unwritten = new ArrayList<>();
        for (TopicOnCluster answer : TopicOnCluster.ask(cluster, wanted)) {
            TopicFacts now = of(answer, at);
            TopicFacts written = facts.get(now.topic());
            if (written == null || !written.saysTheSameAs(now) || !HistoryFolder.areOfOneDay(written.at(), at)) {
                facts.put(now.topic(), now);
                unwritten.add(now);
            }
        }
        return unwritten;
    }

    /** The topic's {@code compression.type} now; as it was known where the cluster does not say. */
    Optional<String> compressionNow(ClusterFacts cluster, String topic) {
        adminRequests++;
        return Optional.ofNullable(cluster.topicSettings(List.of(topic)).get(topic))
                .flatMap(answer -> answer.value())
                .map(settings -> settings.get(TopicFacts.COMPRESSION))
                .map(ClusterFacts.Setting::value)
                .or(() -> facts(topic).flatMap(TopicFacts::compression));
    }

    static TopicFacts of(TopicOnCluster topic, Instant at) {
        return new TopicFacts(
                at,
                topic.name(),
                topic.partitions(),
                topic.replicationFactor(),
                topic.brokers(),
                topic.racks(),
                topic.settings().value().map(TopicBoard::ours),
                topic.consumerGroups().value().map(OptionalInt::of).orElse(OptionalInt.empty()));
    }

    private static Map<String, String> ours(Map<String, String> settings) {
        Map<String, String> ours = new TreeMap<>(settings);
        ours.keySet().retainAll(SETTINGS);
        return ours;
    }
}
