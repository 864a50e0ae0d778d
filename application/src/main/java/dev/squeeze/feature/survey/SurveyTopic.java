package dev.squeeze.feature.survey;

import dev.squeeze.engine.workload.TopicOnCluster;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A topic to appraise, with what the cluster reports about it.
 *
 * @param storedBytes of one replica of each partition; absent where the cluster does not report it
 */
public record SurveyTopic(TopicOnCluster cluster, OptionalLong storedBytes) {
    String name() {
        return cluster.name();
    }

    int partitions() {
        return cluster.partitions();
    }

    int replicationFactor() {
        return cluster.replicationFactor();
    }

    /** The topic's compression.type where it makes brokers compress what producers sent. */
    Optional<String> brokerCodec() {
        return cluster.settings()
                .value()
                .map(all -> all.getOrDefault("compression.type", "producer"))
                .filter(type -> !type.equals("producer") && !type.isEmpty());
    }
}
