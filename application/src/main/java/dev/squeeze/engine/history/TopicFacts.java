package dev.squeeze.engine.history;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A topic as described by its cluster.
 *
 * @param at when it was described
 * @param racks number of distinct racks of the brokers; absent unless every broker has one
 * @param settings topic settings that affect size and cost; absent if the cluster refused access
 * @param consumerGroups number of groups that read it; absent if the cluster does not report them
 */
public record TopicFacts(
        Instant at,
        String topic,
        int partitions,
        int replicationFactor,
        int brokers,
        OptionalInt racks,
        Optional<Map<String, String>> settings,
        OptionalInt consumerGroups) {
    /** The codec in which brokers store batches; {@code producer} keeps the producer's codec. */
    public static final String COMPRESSION = "compression.type";

    public TopicFacts {
        settings = settings.map(Map::copyOf);
    }

    /** Whether everything except the time is equal. */
    public boolean saysTheSameAs(TopicFacts other) {
        return new TopicFacts(other.at, topic, partitions, replicationFactor, brokers, racks, settings, consumerGroups)
                .equals(other);
    }

    /** {@code compression.type}; absent if unknown. */
    public Optional<String> compression() {
        return settings.map(known -> known.get(COMPRESSION));
    }
}
