package dev.squeeze.engine.load;

import dev.squeeze.engine.workers.ControlTopics;
import dev.squeeze.kit.environment.ThreadRoles;
import java.util.List;

/** What the threads of our own JVM do while clients run in it. */
public enum ClientRole {
    /** Threads that call send(), and compress as they append to a batch; for an HTTP client also its own threads. */
    APPLICATION("squeeze-app-", "HttpClient-"),
    /** Kafka's sender thread, one per producer, which closes batches and sends them. */
    PRODUCER_NETWORK("kafka-producer-network-thread"),
    /** Threads that poll and decompress, including those that Kafka starts for each group consumer. */
    CONSUMER("squeeze-consumer-", "kafka-coordinator-heartbeat-thread", "consumer_background_thread"),
    /** Threads that compare the received records with those sent. */
    VERIFICATION("squeeze-verify-"),
    /** Garbage collection threads. */
    GC,
    /** JIT compiler threads. */
    JIT,
    /** The rest of the JVM, threads for communication with workers, and threads that have ended. */
    OTHER;

    /** For {@link dev.squeeze.kit.environment.JvmUsage#byRole}. */
    public static final ThreadRoles<ClientRole> THREADS =
            new ThreadRoles<>(ClientRole.class, ClientRole::ofThread, GC, JIT, OTHER);

    private final List<String> beginnings;

    ClientRole(String... beginnings) {
        this.beginnings = List.of(beginnings);
    }

    /** Returns the role of the Java thread with this name. */
    public static ClientRole ofThread(String name) {
        if (ControlTopics.isControlThread(name)) {
            return OTHER;
        }
        for (ClientRole role : values()) {
            if (role.beginnings.stream().anyMatch(name::startsWith)) {
                return role;
            }
        }
        return OTHER;
    }

    /** Returns the name prefix of the threads that we start ourselves for this role, such as {@code squeeze-app-}. */
    public String threadPrefix() {
        if (beginnings.isEmpty()) {
            throw new IllegalStateException("threads of " + this + " are started by the JVM");
        }
        return beginnings.get(0);
    }
}
