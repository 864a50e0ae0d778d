package dev.squeeze.kit.cluster;

/**
 * One broker for all tests of this JVM that neither break it nor depend on what else it contains. The first of them starts it, and
 * it ends with the JVM. Each test uses its own topics.
 */
public final class SharedCluster {
    private SharedCluster() {}

    public static EmbeddedCluster get() {
        return Started.CLUSTER;
    }

    private static final class Started {
        static final EmbeddedCluster CLUSTER = start();

        private static EmbeddedCluster start() {
            EmbeddedCluster cluster = EmbeddedCluster.start(ClusterOptions.temporary(1));
            Runtime.getRuntime().addShutdownHook(new Thread(cluster::close));
            return cluster;
        }
    }
}
