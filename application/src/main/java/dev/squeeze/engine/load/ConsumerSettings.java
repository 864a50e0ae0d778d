package dev.squeeze.engine.load;

import com.fasterxml.jackson.annotation.JsonAlias;
import dev.squeeze.kit.unit.UsageException;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Who reads what was sent.
 *
 * @param when during or after the sending
 * @param consumers in each group; the partitions are dealt out among them once, so that no rebalancing is measured
 * @param groups how many read everything, each by itself
 * @param properties Kafka's own, less what it takes to connect
 */
public record ConsumerSettings(When when, int consumers, int groups, Map<String, String> properties) {
    /** When to read. */
    public enum When {
        /** In catch-up, once all is written. */
        AFTER,
        /** At the tail, while records are sent. */
        @JsonAlias("beside")
        CONCURRENT,
        /** Not measured; what was written is still read once for the check. */
        NEVER
    }

    private static final int MAX_CONSUMERS = 200;

    public ConsumerSettings {
        properties = Collections.unmodifiableMap(new TreeMap<>(properties));
        if (consumers < 1 || groups < 1 || consumers * groups > MAX_CONSUMERS) {
            throw new UsageException("cannot work with " + consumers + " consumers in each of " + groups
                    + " groups: give 1 to " + MAX_CONSUMERS + " in all");
        }
    }

    /** One consumer. */
    public static ConsumerSettings one(When when) {
        return new ConsumerSettings(when, 1, 1, Map.of());
    }
}
