package dev.squeeze.cli;

import dev.squeeze.cluster.ClusterOptions;
import dev.squeeze.cluster.EmbeddedCluster;
import dev.squeeze.cluster.JmxBrokers;
import dev.squeeze.cluster.RemoteCluster;
import dev.squeeze.gateway.GatewayFleet;
import dev.squeeze.load.LiveCluster;
import dev.squeeze.load.LoadedService;
import dev.squeeze.report.ClusterInfo;
import dev.squeeze.report.ServiceInfo;
import dev.squeeze.unit.ByteCount;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;

/** A cluster for the length of one command. */
final class LiveSession implements AutoCloseable {
    private final LiveCluster cluster;
    private final ClusterInfo info;
    private final Optional<EmbeddedCluster> embedded;
    private final Runnable end;

    private LiveSession(LiveCluster cluster, ClusterInfo info, Optional<EmbeddedCluster> embedded, Runnable end) {
        this.cluster = cluster;
        this.info = info;
        this.embedded = embedded;
        this.end = end;
    }

    static LiveSession embedded(EmbeddedCluster cluster, long heapBytes) {
        return new LiveSession(
                new LiveCluster(cluster, Optional.of(cluster::usage), cluster::requireAlive),
                embeddedInfo(cluster, heapBytes),
                Optional.of(cluster),
                cluster::close);
    }

    private static ClusterInfo embeddedInfo(EmbeddedCluster cluster, long heapBytes) {
        return new ClusterInfo(
                true,
                OptionalInt.of(cluster.brokerPids().size()),
                Optional.empty(),
                OptionalLong.of(heapBytes),
                "process");
    }

    /**
     * Embedded brokers for one of several commands that work on them in turn: what one leaves, the next finds. Whoever
     * started them ends them.
     */
    static LiveSession shared(EmbeddedCluster cluster, long heapBytes) {
        return new LiveSession(
                new LiveCluster(
                        new RemoteCluster(cluster.bootstrap(), cluster.clientProperties()),
                        Optional.of(cluster::usage),
                        cluster::requireAlive),
                embeddedInfo(cluster, heapBytes),
                Optional.of(cluster),
                () -> {});
    }

    /**
     * Starts brokers of our own.
     *
     * @throws StoppedException when the user interrupts it
     */
    static LiveSession start(int brokers, ByteCount heap, Terminal terminal) {
        ClusterOptions options = new ClusterOptions(
                OptionalInt.of(brokers),
                Optional.empty(),
                OptionalInt.empty(),
                heap,
                Duration.ofSeconds(60),
                List.of());
        String now = "starting " + (brokers == 1 ? "a broker" : "brokers");
        terminal.live().doing(now, "", 0);
        terminal.err().println(now + " ...");
        terminal.err().flush();
        try {
            return embedded(EmbeddedCluster.start(options, terminal.stop()::isRequested), heap.bytes());
        } catch (CancellationException e) {
            throw new StoppedException("interrupted while the brokers were starting");
        }
    }

    /** The user's service, whose brokers are not known. */
    static LiveSession foreign(LoadedService service, ServiceInfo info) {
        return new LiveSession(
                LiveCluster.foreign(service),
                new ClusterInfo(false, OptionalInt.empty(), Optional.empty(), OptionalLong.empty(), "not visible")
                        .behind(info),
                Optional.empty(),
                service::close);
    }

    /** The same brokers behind gateways, which end first. */
    LiveSession behind(GatewayFleet fleet, ServiceInfo front) {
        return new LiveSession(cluster.behind(fleet), info.behind(front), embedded, () -> {
            fleet.close();
            end.run();
        });
    }

    /**
     * Connects to the user's brokers.
     *
     * @param jmx their addresses, from which their CPU time is read; may be empty
     */
    static LiveSession connect(RemoteCluster cluster, List<String> jmx, Duration patience) {
        cluster.requireAnswer(patience);
        return remote(cluster, jmx.isEmpty() ? Optional.empty() : Optional.of(JmxBrokers.connect(jmx)));
    }

    private static LiveSession remote(RemoteCluster cluster, Optional<JmxBrokers> jmx) {
        return new LiveSession(
                new LiveCluster(cluster, jmx.map(brokers -> brokers::usage), () -> {}),
                new ClusterInfo(
                        false,
                        OptionalInt.empty(),
                        Optional.of(cluster.bootstrap()),
                        OptionalLong.empty(),
                        jmx.isPresent() ? "jmx" : "not visible"),
                Optional.empty(),
                () -> jmx.ifPresent(JmxBrokers::close));
    }

    LiveCluster cluster() {
        return cluster;
    }

    ClusterInfo info() {
        return info;
    }

    /** The embedded cluster; empty for the user's own. */
    Optional<EmbeddedCluster> embedded() {
        return embedded;
    }

    @Override
    public void close() {
        end.run();
    }
}
