package dev.squeeze.load;

import dev.squeeze.cluster.BrokerUsage;
import dev.squeeze.cluster.ClusterException;
import dev.squeeze.cluster.ClusterTarget;
import dev.squeeze.cluster.RemoteCluster;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A cluster under load, or a service in front of one.
 *
 * @param brokers where to connect to; empty where only a service in front of them is known
 * @param usage asks every broker what it has used; empty where that is not visible
 * @param requireAlive throws a {@link dev.squeeze.cluster.ClusterException} when a broker is known to have died
 * @param services what takes the records of these settings over HTTP; empty where producers of our own send them
 */
public record LiveCluster(
        Optional<ClusterTarget> brokers,
        Optional<Supplier<List<BrokerUsage>>> usage,
        Runnable requireAlive,
        Optional<Function<LoadSettings, LoadedService>> services) {
    public LiveCluster {
        if (brokers.isEmpty() && services.isEmpty()) {
            throw new IllegalArgumentException("there is nothing to send to");
        }
    }

    /** A cluster that producers of our own send to. */
    public LiveCluster(ClusterTarget target, Optional<Supplier<List<BrokerUsage>>> usage, Runnable requireAlive) {
        this(Optional.of(target), usage, requireAlive, Optional.empty());
    }

    /** A service in front of brokers that nothing is known of. */
    public static LiveCluster foreign(LoadedService service) {
        return new LiveCluster(Optional.empty(), Optional.empty(), () -> {}, Optional.of(settings -> service));
    }

    /** The same cluster behind services. */
    public LiveCluster behind(Function<LoadSettings, LoadedService> gateways) {
        return new LiveCluster(brokers, usage, requireAlive, Optional.of(gateways));
    }

    /** Where to connect to. */
    public ClusterTarget target() {
        return brokers.orElseThrow(() -> new IllegalStateException("only a service is known, not its brokers"));
    }

    /**
     * Whether brokers still do their work.
     *
     * @param patience the longest to wait for an answer
     */
    public boolean answers(Duration patience) {
        try {
            requireAlive.run();
            if (brokers.isPresent() && brokers.get() instanceof RemoteCluster remote) {
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
