package dev.squeeze.kit.environment;

/** The purpose of the threads of a service that accepts records over HTTP and sends them with a producer. */
public enum ServiceRole {
    /** Read requests and write responses. */
    HTTP("squeeze-http"),
    /** Call {@code send}, and compress while appending to a batch. */
    WORKER("squeeze-worker-"),
    /** The network thread of Kafka's producer, which closes batches and sends them. */
    PRODUCER_NETWORK("kafka-producer-network-thread"),
    /** Garbage collector threads. */
    GC(""),
    /** Compiler threads. */
    JIT(""),
    /** The rest of the JVM, and threads that have terminated. */
    OTHER("");

    /** For {@link dev.squeeze.kit.environment.JvmUsage#byRole}. */
    public static final ThreadRoles<ServiceRole> THREADS =
            new ThreadRoles<>(ServiceRole.class, ServiceRole::ofThread, GC, JIT, OTHER);

    private final String beginning;

    ServiceRole(String beginning) {
        this.beginning = beginning;
    }

    public static ServiceRole ofThread(String name) {
        for (ServiceRole role : values()) {
            if (!role.beginning.isEmpty() && name.startsWith(role.beginning)) {
                return role;
            }
        }
        return OTHER;
    }

    /** The prefix of the names of Java threads with this role. */
    public String threadPrefix() {
        if (beginning.isEmpty()) {
            throw new IllegalStateException("threads of " + this + " are started by the JVM");
        }
        return beginning;
    }
}
