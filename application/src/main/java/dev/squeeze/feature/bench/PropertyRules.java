package dev.squeeze.feature.bench;

import dev.squeeze.kit.unit.UsageException;
import java.util.Map;
import java.util.Set;

/** Which properties of producers, consumers and topics a user may set on a load, and which flag has the others. */
final class PropertyRules {
    /** Producer properties that every arm gets from a flag. */
    private static final Map<String, String> FLAGS = Map.of(
            "compression.type", "--codecs",
            "compression.gzip.level", "--codecs gzip:LEVEL",
            "compression.lz4.level", "--codecs lz4:LEVEL",
            "compression.zstd.level", "--codecs zstd:LEVEL",
            "batch.size", "--batch-size",
            "linger.ms", "--linger",
            "acks", "--acks");

    /** Consumer properties that a load sets itself. */
    private static final Set<String> CONSUMERS_FIXED = Set.of(
            "bootstrap.servers",
            "client.id",
            "key.deserializer",
            "value.deserializer",
            "auto.offset.reset",
            "enable.auto.commit",
            "isolation.level");

    /** Producer properties that a load sets itself or cannot work with. */
    private static final Set<String> FIXED =
            Set.of("bootstrap.servers", "client.id", "key.serializer", "value.serializer", "transactional.id");

    private PropertyRules() {}

    /** A flag that is always set would silently override the property. */
    static void requireFree(String given, String property) {
        String flag = FLAGS.get(property);
        if (flag != null) {
            throw new UsageException(given + " " + property + " has a flag of its own: give " + flag + " instead");
        }
        if (FIXED.contains(property)) {
            throw new UsageException(given + " " + property + " is set by bench itself: leave it out");
        }
    }

    static void requireComparable(String config, String value) {
        if (config.equals("message.timestamp.type") && !value.equals("CreateTime")) {
            throw new UsageException("with message.timestamp.type=" + value
                    + " the broker replaces the timestamps, and what is read back could not be compared: leave it out");
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
