package dev.squeeze.cluster;

import java.util.Map;
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
     * Reads {@code NAME[:PARTITIONS[:REPLICATION]]}; both are 1 where they are left out.
     *
     * @throws IllegalArgumentException with a message that shows what is expected
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

    NewTopic toKafka() {
        return new NewTopic(name, partitions, (short) replicationFactor).configs(configs);
    }
}
