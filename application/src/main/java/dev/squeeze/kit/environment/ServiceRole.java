package dev.squeeze.kit.environment;

/** What the threads of a service are for that takes records over HTTP and hands them to a producer. */
public enum ServiceRole {
    /** Read requests and write answers. */
    HTTP("squeeze-http"),
    /** Call send, and compress while they append to a batch. */
    WORKER("squeeze-worker-"),
    /** Kafka's thread of the producer, which closes batches and sends them. */
    PRODUCER_NETWORK("kafka-producer-network-thread"),
    /** The collector. */
    GC(""),
    /** The compilers. */
    JIT(""),
    /** The rest of the JVM, and threads that have ended. */
    OTHER("");

    /** For {@link dev.squeeze.kit.environment.JvmUsage#byRole}. */
    public static final ThreadRoles<ServiceRole> THREADS =
            new ThreadRoles<>(ServiceRole.class, ServiceRole::ofThread, GC, JIT, OTHER);

    private final String beginning;

    ServiceRole(String beginning) {
        this.beginning = beginning;
    }

    /** The role of a Java thread. */
    public static ServiceRole ofThread(String name) {
        for (ServiceRole role : values()) {
            if (!role.beginning.isEmpty() && name.startsWith(role.beginning)) {
                return role;
            }
        }
        return OTHER;
    }

    /** How the name of a Java thread of this role begins. */
    public String threadPrefix() {
        if (beginning.isEmpty()) {
            throw new IllegalStateException("threads of " + this + " are started by the JVM");
        }
        return beginning;
    }
}
