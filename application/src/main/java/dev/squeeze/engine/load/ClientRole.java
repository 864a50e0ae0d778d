package dev.squeeze.engine.load;

import dev.squeeze.engine.workers.ControlTopics;
import dev.squeeze.kit.environment.ThreadRoles;
import java.util.List;

/** What the threads of our own JVM are for while clients run in it. */
public enum ClientRole {
    /** Call send, and compress while they append to a batch; of an HTTP client, its own threads too. */
    APPLICATION("squeeze-app-", "HttpClient-"),
    /** Kafka's one thread for each producer, which closes batches and sends them. */
    PRODUCER_NETWORK("kafka-producer-network-thread"),
    /** Poll and decompress, with the threads that Kafka gives each consumer of a group. */
    CONSUMER("squeeze-consumer-", "kafka-coordinator-heartbeat-thread", "consumer_background_thread"),
    /** Compare what came with what was sent. */
    VERIFICATION("squeeze-verify-"),
    /** The collector. */
    GC,
    /** The compilers. */
    JIT,
    /** The rest of the JVM, what speaks with workers or for one, and threads that have ended. */
    OTHER;

    /** For {@link dev.squeeze.kit.environment.JvmUsage#byRole}. */
    public static final ThreadRoles<ClientRole> THREADS =
            new ThreadRoles<>(ClientRole.class, ClientRole::ofThread, GC, JIT, OTHER);

    private final List<String> beginnings;

    ClientRole(String... beginnings) {
        this.beginnings = List.of(beginnings);
    }

    /** The role of a Java thread. */
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

    /** How the name of a thread of this role begins that we start ourselves, such as {@code squeeze-app-}. */
    public String threadPrefix() {
        if (beginnings.isEmpty()) {
            throw new IllegalStateException("threads of " + this + " are started by the JVM");
        }
        return beginnings.get(0);
    }
}
