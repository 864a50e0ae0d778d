package dev.squeeze.kit.cluster;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A cluster that is up, with what can be learned of its brokers' processes.
 *
 * @param target where to connect to
 * @param usage asks every broker what it has used; empty where that is not visible
 * @param requireAlive throws a {@link ClusterException} when a broker is known to have died
 */
public record LiveCluster(ClusterTarget target, Optional<Supplier<List<BrokerUsage>>> usage, Runnable requireAlive) {
    /**
     * Whether the brokers answer.
     *
     * @param timeout the longest to wait for an answer
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
