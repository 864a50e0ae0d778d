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
 * What a load is sent to: a cluster, or services in front of one.
 *
 * @param cluster the brokers; empty where only a service in front of them is known
 * @param services the service that takes the records of these settings over HTTP; empty where producers of our own send
 * @param workers who send from other machines; empty where this process does
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

    /** A cluster that producers of our own send to. */
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

    /** Where to connect to; empty where only a service is known. */
    public Optional<ClusterTarget> brokers() {
        return cluster.map(LiveCluster::target);
    }

    /** @throws IllegalStateException where only a service is known */
    public ClusterTarget target() {
        return brokers().orElseThrow(() -> new IllegalStateException("only a service is known, not its brokers"));
    }

    /** Asks every broker what it has used; empty where that is not visible. */
    public Optional<Supplier<List<BrokerUsage>>> usage() {
        return cluster.flatMap(LiveCluster::usage);
    }

    /** Throws a {@link dev.squeeze.kit.cluster.ClusterException} when a broker is known to have died. */
    public void requireAlive() {
        cluster.ifPresent(known -> known.requireAlive().run());
    }

    /**
     * Whether the brokers answer, and workers are there where they send; true for brokers that are not known.
     *
     * @param timeout the longest to wait for an answer
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
