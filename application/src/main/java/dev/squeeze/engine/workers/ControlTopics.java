package dev.squeeze.engine.workers;

import dev.squeeze.kit.cluster.TopicLease;
import java.util.regex.Pattern;

/**
 * The names that a group of workers has on the control cluster.
 *
 * @param group what its users call it
 */
public record ControlTopics(String group) {
    /** Kafka allows 249 characters of these for a topic; the rest is for our own beginning and end. */
    private static final Pattern GROUP = Pattern.compile("[A-Za-z0-9._-]{1,100}");

    public ControlTopics {
        if (!GROUP.matcher(group).matches()) {
            throw new IllegalArgumentException(
                    "a group of workers is named with letters, digits, '.', '_' and '-', at most 100, got '" + group
                            + "'");
        }
    }

    /** Where runs announce themselves. */
    String lobby() {
        return TopicLease.PREFIX + "workers-" + group;
    }

    /** In which workers divide the slots of a run among themselves. */
    String consumerGroup() {
        return lobby();
    }

    /** A partition for each slot. */
    String tasks(String run) {
        return ofRun(run, "tasks");
    }

    String reports(String run) {
        return ofRun(run, "reports");
    }

    /** @param purpose such as {@code records} */
    String ofRun(String run, String purpose) {
        return lobby() + "-" + run + "-" + purpose;
    }
}
