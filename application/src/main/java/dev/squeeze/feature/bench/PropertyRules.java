package dev.squeeze.feature.bench;

import dev.squeeze.kit.unit.UsageException;
import java.util.Map;
import java.util.Set;

/**
 * Checks which properties of producers, consumers and topics a user may set, and names the flag that sets the others.
 */
final class PropertyRules {
    /** Producer properties that have their own flag. */
    private static final Map<String, String> FLAGS = Map.of(
            "compression.type", "--codecs",
            "compression.gzip.level", "--codecs gzip:LEVEL",
            "compression.lz4.level", "--codecs lz4:LEVEL",
            "compression.zstd.level", "--codecs zstd:LEVEL",
            "batch.size", "--batch-size",
            "linger.ms", "--linger",
            "acks", "--acks");

    /** Consumer properties that bench sets itself. */
    private static final Set<String> CONSUMERS_FIXED = Set.of(
            "bootstrap.servers",
            "client.id",
            "key.deserializer",
            "value.deserializer",
            "auto.offset.reset",
            "enable.auto.commit",
            "isolation.level");

    /** Producer properties that bench sets itself or does not support. */
    private static final Set<String> FIXED =
            Set.of("bootstrap.servers", "client.id", "key.serializer", "value.serializer", "transactional.id");

    private PropertyRules() {}

    /** Refuses a property that a flag with a default value would silently override. */
    static void requireFree(String given, String property) {
        String flag = FLAGS.get(property);
        if (flag != null) {
            throw new UsageException(given + " " + property + " has its own flag: give " + flag + " instead");
        }
        if (FIXED.contains(property)) {
            throw new UsageException(given + " " + property + " is set by bench itself: leave it out");
        }
    }

    static void requireComparable(String config, String value) {
        if (config.equals("message.timestamp.type") && !value.equals("CreateTime")) {
            throw new UsageException("with message.timestamp.type=" + value
                    + " the broker replaces the timestamps, so records that are read back could not be compared: leave"
                    + " it out");
        }
    }

    static void requireConsumers(Set<String> properties) {
        for (String property : properties) {
            if (CONSUMERS_FIXED.contains(property)) {
                throw new UsageException("--consumer-property " + property + " is set by bench itself: leave it out");
            }
        }
    }
}
