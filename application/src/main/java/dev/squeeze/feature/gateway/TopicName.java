package dev.squeeze.feature.gateway;

import dev.squeeze.kit.unit.UsageException;
import java.util.regex.Pattern;

/** Which names Kafka takes for a topic: the rule of its class Topic, which is no part of its public interface. */
final class TopicName {
    private static final Pattern LEGAL = Pattern.compile("[a-zA-Z0-9._-]{1,249}");

    private TopicName() {}

    static boolean isLegal(String name) {
        return LEGAL.matcher(name).matches() && !name.equals(".") && !name.equals("..");
    }

    /** Those that Kafka keeps its own accounts in. */
    static boolean isKafkasOwn(String name) {
        return name.startsWith("__");
    }

    static void require(String name) {
        if (!isLegal(name)) {
            throw new UsageException("--topic " + name + " is no name of a topic: Kafka takes up to 249 letters,"
                    + " digits, dots, underscores and hyphens");
        }
    }
}
