package dev.squeeze.feature.survey;

import dev.squeeze.engine.workload.TopicOnCluster;
import dev.squeeze.kit.format.TopicCompression;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A topic to appraise, with what the cluster reports about it.
 *
 * @param storedBytes of one replica of each partition; absent if the cluster does not report it
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

    /** The topic's compression.type; empty if the cluster does not report the topic's settings. */
    Optional<String> compressionType() {
        return cluster.compression().map(TopicCompression::value);
    }

    /** Whether compression.type is set on the topic itself and not inherited from brokers; empty in the same case. */
    Optional<Boolean> ownCompressionType() {
        return cluster.ownCompression();
    }

    /** What to do if compression.type makes brokers convert what producers send. */
    Optional<String> brokersNote() {
        return compressionType()
                .map(TopicCompression::parse)
                .filter(topic -> !topic.keepsWhatIsSent())
                .map(topic -> "the topic sets " + topic.configLine() + ", so brokers " + topic.brokersWork()
                        + ": change all its producers first, then set it to producer");
    }
}
