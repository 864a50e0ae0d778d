package dev.squeeze.feature.gateway;

import dev.squeeze.kit.unit.UsageException;
import java.util.regex.Pattern;

/** Kafka's rules for topic names, as in its class Topic, which is not part of its public API. */
final class TopicName {
    private static final Pattern LEGAL = Pattern.compile("[a-zA-Z0-9._-]{1,249}");

    private TopicName() {}

    static boolean isLegal(String name) {
        return LEGAL.matcher(name).matches() && !name.equals(".") && !name.equals("..");
    }

    /** Whether the topic is internal to Kafka, such as {@code __consumer_offsets}. */
    static boolean isKafkasOwn(String name) {
        return name.startsWith("__");
    }

    static void require(String name) {
        if (!isLegal(name)) {
            throw new UsageException("--topic " + name + " is not a topic name: Kafka accepts up to 249 letters,"
                    + " digits, dots, underscores and hyphens");
        }
    }
}
