package dev.squeeze.engine.workers;

import dev.squeeze.kit.cluster.TopicLease;
import dev.squeeze.kit.unit.UsageException;
import java.util.regex.Pattern;

/**
 * The names that a group of workers has on the control cluster.
 *
 * @param group what its users call it
 */
public record ControlTopics(String group) {
    static final String CLIENT_ID = "squeeze-control";

    private static final String LOBBY = TopicLease.PREFIX + "workers-";
    /** Between what a thread does and whose it is, in the names that Kafka's clients give. */
    private static final String THREAD_OF = " | ";

    /** Kafka allows 249 characters of these for a topic; the rest is for our own beginning and end. */
    private static final Pattern GROUP = Pattern.compile("[A-Za-z0-9._-]{1,100}");

    public ControlTopics {
        if (!GROUP.matcher(group).matches()) {
            throw new UsageException(
                    "a group of workers is named with letters, digits, '.', '_' and '-', at most 100, got '" + group
                            + "'");
        }
    }

    /**
     * Whether a thread of Kafka's clients is one of those that speak through control topics: what it costs is no part of a load.
     *
     * @param name of the thread, which ends with the client's id, or with the group of a consumer
     */
    public static boolean isControlThread(String name) {
        return name.endsWith(THREAD_OF + CLIENT_ID) || name.contains(THREAD_OF + LOBBY);
    }

    /** Where runs announce themselves. */
    String lobby() {
        return LOBBY + group;
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
