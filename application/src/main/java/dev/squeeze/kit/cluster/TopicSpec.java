package dev.squeeze.kit.cluster;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.NewTopic;

/**
 * A topic to create.
 *
 * @param partitions at least 1
 * @param replicationFactor at least 1
 * @param configs Kafka's topic settings; an unknown one is refused by the broker
 */
public record TopicSpec(String name, int partitions, int replicationFactor, Map<String, String> configs) {
    /** Since Kafka 3.6 (KIP-937); earlier brokers reject them as unknown. */
    private static final List<String> TIMESTAMP_LIMITS =
            List.of("message.timestamp.before.max.ms", "message.timestamp.after.max.ms");
    /** Replaced by them: one limit for both directions, removed in Kafka 4.0. */
    private static final String FORMER_TIMESTAMP_LIMIT = "message.timestamp.difference.max.ms";

    private static final String UNLIMITED = String.valueOf(Long.MAX_VALUE);

    private static final String FORM = " (write NAME, NAME:PARTITIONS or NAME:PARTITIONS:REPLICATION)";

    public TopicSpec {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a topic needs a name" + FORM);
        }
        if (partitions < 1 || replicationFactor < 1 || replicationFactor > Short.MAX_VALUE) {
            throw new IllegalArgumentException("topic " + name + " needs at least 1 partition and 1 replica" + FORM);
        }
        configs = Map.copyOf(configs);
    }

    /**
     * Reads {@code NAME[:PARTITIONS[:REPLICATION]]}; both default to 1.
     *
     * @throws IllegalArgumentException with the expected form in the message
     */
    public static TopicSpec parse(String text) {
        String[] parts = text.split(":", -1);
        if (parts.length > 3) {
            throw new IllegalArgumentException("not a topic: '" + text + "'" + FORM);
        }
        try {
            return new TopicSpec(
                    parts[0],
                    parts.length > 1 ? Integer.parseInt(parts[1]) : 1,
                    parts.length > 2 ? Integer.parseInt(parts[2]) : 1,
                    Map.of());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("not a topic: '" + text + "'" + FORM, e);
        }
    }

    /** The same with these settings added. */
    public TopicSpec with(Map<String, String> more) {
        Map<String, String> all = new TreeMap<>(configs);
        all.putAll(more);
        return new TopicSpec(name, partitions, replicationFactor, all);
    }

    /**
     * The same topic with the settings of brokers before Kafka 3.6; empty if it has no settings that they lack, or one that they
     * cannot express.
     */
    Optional<TopicSpec> forBrokersBefore36() {
        if (!TIMESTAMP_LIMITS.stream().allMatch(limit -> UNLIMITED.equals(configs.get(limit)))) {
            return Optional.empty();
        }
        Map<String, String> former = new TreeMap<>(configs);
        former.keySet().removeAll(TIMESTAMP_LIMITS);
        former.put(FORMER_TIMESTAMP_LIMIT, UNLIMITED);
        return Optional.of(new TopicSpec(name, partitions, replicationFactor, former));
    }

    NewTopic toKafka() {
        return new NewTopic(name, partitions, (short) replicationFactor).configs(configs);
    }
}
