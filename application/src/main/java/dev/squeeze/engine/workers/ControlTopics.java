package dev.squeeze.engine.workers;

import dev.squeeze.kit.cluster.TopicLease;
import dev.squeeze.kit.unit.UsageException;
import java.util.regex.Pattern;

/**
 * Names of a worker group's topics and consumer group on the control cluster.
 *
 * @param group the group's name as users give it
 */
public record ControlTopics(String group) {
    static final String CLIENT_ID = "squeeze-control";

    private static final String LOBBY = TopicLease.PREFIX + "workers-";
    /** Separates a thread's function from its owner in thread names of Kafka's clients. */
    private static final String THREAD_OF = " | ";

    /** Kafka allows 249 of these characters for a topic; the rest is reserved for our prefix and suffix. */
    private static final Pattern GROUP = Pattern.compile("[A-Za-z0-9._-]{1,100}");

    public ControlTopics {
        if (!GROUP.matcher(group).matches()) {
            throw new UsageException(
                    "the name of a worker group must consist of 1 to 100 letters, digits, '.', '_' and '-', got '"
                            + group + "'");
        }
    }

    /**
     * Whether a thread belongs to the Kafka clients that communicate through control topics: its cost is not part of a
     * load.
     *
     * @param name of the thread, which ends with the client's id or, for a consumer, the group
     */
    public static boolean isControlThread(String name) {
        return name.endsWith(THREAD_OF + CLIENT_ID) || name.contains(THREAD_OF + LOBBY);
    }

    /** Topic in which runs announce themselves. */
    String lobby() {
        return LOBBY + group;
    }

    /** Consumer group in which workers divide the slots of a run among themselves. */
    String consumerGroup() {
        return lobby();
    }

    /** Topic with one partition per slot. */
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
