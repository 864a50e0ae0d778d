package dev.squeeze.engine.load;

import dev.squeeze.kit.cluster.BrokerUsage;
import dev.squeeze.kit.cluster.ClusterTarget;
import dev.squeeze.kit.cluster.LiveCluster;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Where a load is sent: to a cluster, or to services in front of one.
 *
 * @param cluster the brokers; empty if only a service in front of them is known
 * @param services returns the service that takes records over HTTP for the given settings; empty if our own producers
 *     send
 * @param workers other machines that send; empty if this process sends
 */
public record LoadTarget(
        Optional<LiveCluster> cluster,
        Optional<Function<LoadSettings, LoadedService>> services,
        Optional<LoadWorkers> workers) {
    public LoadTarget {
        if (cluster.isEmpty() && services.isEmpty()) {
            throw new IllegalArgumentException("there is nothing to send to");
        }
    }

    /** A cluster that our own producers send to. */
    public static LoadTarget of(LiveCluster cluster) {
        return new LoadTarget(Optional.of(cluster), Optional.empty(), Optional.empty());
    }

    /** A service in front of unknown brokers. */
    public static LoadTarget foreign(LoadedService service) {
        return new LoadTarget(Optional.empty(), Optional.of(settings -> service), Optional.empty());
    }

    /** The same cluster behind services. */
    public LoadTarget behind(Function<LoadSettings, LoadedService> gateways) {
        return new LoadTarget(cluster, Optional.of(gateways), Optional.empty());
    }

    /** The same cluster, with the producers on other machines. */
    public LoadTarget sentToBy(LoadWorkers fleet) {
        return new LoadTarget(cluster, Optional.empty(), Optional.of(fleet));
    }

    /** Bootstrap servers and connection settings; empty if only a service is known. */
    public Optional<ClusterTarget> brokers() {
        return cluster.map(LiveCluster::target);
    }

    /** @throws IllegalStateException if only a service is known */
    public ClusterTarget target() {
        return brokers().orElseThrow(() -> new IllegalStateException("only a service is known, not its brokers"));
    }

    /** Queries the resource usage of every broker; empty if it is not available. */
    public Optional<Supplier<List<BrokerUsage>>> usage() {
        return cluster.flatMap(LiveCluster::usage);
    }

    /** Throws a {@link dev.squeeze.kit.cluster.ClusterException} when a broker is known to have died. */
    public void requireAlive() {
        cluster.ifPresent(known -> known.requireAlive().run());
    }

    /**
     * Whether the brokers answer and, if workers send, enough of them are connected; true for unknown brokers.
     *
     * @param timeout how long to wait for an answer
     */
    public boolean answers(Duration timeout) {
        return workers.map(LoadWorkers::isComplete).orElse(true)
                && cluster.map(known -> known.answers(timeout)).orElse(true);
    }

    /** Whether no broker is known to have died. */
    public boolean isAlive() {
        return cluster.map(LiveCluster::isAlive).orElse(true);
    }
}
