package dev.squeeze.load;

import dev.squeeze.cluster.BrokerUsage;
import dev.squeeze.cluster.ClusterException;
import dev.squeeze.cluster.ClusterTarget;
import dev.squeeze.cluster.RemoteCluster;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A cluster under load.
 *
 * @param target where to connect to
 * @param usage asks every broker what it has used; empty where that is not visible
 * @param requireAlive throws a {@link dev.squeeze.cluster.ClusterException} when a broker is known to have died
 */
public record LiveCluster(ClusterTarget target, Optional<Supplier<List<BrokerUsage>>> usage, Runnable requireAlive) {
    /**
     * Whether brokers still do their work.
     *
     * @param patience the longest to wait for an answer
     */
    public boolean answers(Duration patience) {
        try {
            requireAlive.run();
            if (target instanceof RemoteCluster remote) {
                remote.requireAnswer(patience);
            }
            return true;
        } catch (ClusterException e) {
            return false;
        }
    }

    /** Whether no broker is known to have died. */
    boolean isAlive() {
        try {
            requireAlive.run();
            return true;
        } catch (ClusterException e) {
            return false;
        }
    }
}
