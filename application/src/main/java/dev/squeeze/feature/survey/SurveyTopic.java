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
    /** Brokers keep batches as they are sent. */
    private static final String AS_SENT = "producer";

    String name() {
        return cluster.name();
    }

    int partitions() {
        return cluster.partitions();
    }

    int replicationFactor() {
        return cluster.replicationFactor();
    }

    /** The topic's compression.type; empty where the cluster does not show the topic's settings. */
    Optional<String> compressionType() {
        return cluster.settings()
                .value()
                .map(all -> all.getOrDefault("compression.type", AS_SENT))
                .map(type -> type.isEmpty() ? AS_SENT : type);
    }

    /** The same where it makes brokers compress what producers sent. */
    Optional<String> brokerCodec() {
        return compressionType().filter(type -> !type.equals(AS_SENT));
    }
}
