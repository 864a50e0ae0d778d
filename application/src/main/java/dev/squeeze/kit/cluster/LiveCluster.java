package dev.squeeze.kit.cluster;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A running cluster, with access to the resource usage of its brokers.
 *
 * @param target the cluster to connect to
 * @param usage reads the usage of every broker; empty if it is not visible
 * @param requireAlive throws a {@link ClusterException} if a broker is known to have died
 */
public record LiveCluster(ClusterTarget target, Optional<Supplier<List<BrokerUsage>>> usage, Runnable requireAlive) {
    /**
     * Whether the brokers respond.
     *
     * @param timeout how long to wait for a response
     */
    public boolean answers(Duration timeout) {
        try {
            requireAlive.run();
            if (target instanceof RemoteCluster remote) {
                remote.requireAnswer(timeout);
            }
            return true;
        } catch (ClusterException e) {
            return false;
        }
    }

    /** Whether no broker is known to have died. */
    public boolean isAlive() {
        try {
            requireAlive.run();
            return true;
        } catch (ClusterException e) {
            return false;
        }
    }
}
