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

/** The watched topics and what the cluster reports about them; refreshed from time to time. */
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

    /** Requests made through Kafka's admin client so far. */
    long adminRequests() {
        return adminRequests;
    }

    /** The watched topics, by name. */
    List<TopicPositions> topics() {
        return List.copyOf(positions.values());
    }

    /** Stops watching deleted topics. */
    void drop(Collection<String> topics) {
        topics.forEach(positions::remove);
    }

    /** Adds facts from an earlier watch: they are written again only if they differ, or are not in today's file. */
    void known(TopicFacts earlier) {
        facts.put(earlier.topic(), earlier);
    }

    Optional<TopicFacts> facts(String topic) {
        return Optional.ofNullable(facts.get(topic));
    }

    /**
     * Queries the cluster for its topics and their settings.
     *
     * @return facts that today's history does not contain yet
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

    /** The topic's current {@code compression.type}, or the last known one if the cluster does not report it. */
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
