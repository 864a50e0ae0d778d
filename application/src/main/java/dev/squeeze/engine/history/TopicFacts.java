package dev.squeeze.engine.history;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A topic as its cluster described it.
 *
 * @param at when
 * @param racks different ones of the brokers; absent unless every broker has one
 * @param settings that bytes and money depend on; absent where the cluster refused them
 * @param consumerGroups that read it; absent where the cluster shows none
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
    /** The codec that brokers store in: {@code producer} keeps what was sent. */
    public static final String COMPRESSION = "compression.type";

    public TopicFacts {
        settings = settings.map(Map::copyOf);
    }

    /** Whether everything but the time is the same. */
    public boolean saysTheSameAs(TopicFacts other) {
        return new TopicFacts(other.at, topic, partitions, replicationFactor, brokers, racks, settings, consumerGroups)
                .equals(other);
    }

    /** {@code compression.type}; absent where it is not known. */
    public Optional<String> compression() {
        return settings.map(known -> known.get(COMPRESSION));
    }
}
