package dev.squeeze.engine.load;

import com.fasterxml.jackson.annotation.JsonAlias;
import dev.squeeze.kit.unit.UsageException;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which consumers read the records, and when.
 *
 * @param when during or after the sending
 * @param consumers number of consumers in each group; partitions are assigned to them once, so that no rebalancing is
 *     measured
 * @param groups number of groups, each of which reads everything
 * @param properties Kafka's consumer properties, except those for the connection
 */
public record ConsumerSettings(When when, int consumers, int groups, Map<String, String> properties) {
    /** When to read. */
    public enum When {
        /** Catching up, once everything is written. */
        AFTER,
        /** Tailing, while records are sent. */
        @JsonAlias("beside")
        CONCURRENT,
        /** Not measured; the records are still read once for the check. */
        NEVER
    }

    private static final int MAX_CONSUMERS = 200;

    public ConsumerSettings {
        properties = Collections.unmodifiableMap(new TreeMap<>(properties));
        if (consumers < 1 || groups < 1 || consumers * groups > MAX_CONSUMERS) {
            throw new UsageException("cannot run with " + consumers + " consumers in each of " + groups
                    + " groups: give 1 to " + MAX_CONSUMERS + " in all");
        }
    }

    /** One consumer. */
    public static ConsumerSettings one(When when) {
        return new ConsumerSettings(when, 1, 1, Map.of());
    }
}
