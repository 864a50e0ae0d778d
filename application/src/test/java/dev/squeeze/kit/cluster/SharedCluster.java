package dev.squeeze.kit.cluster;

/**
 * One broker for all tests of this JVM that neither break it nor look at all that it holds. It is started by the first of
 * them, and ends with the JVM. Each test names topics of its own.
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
