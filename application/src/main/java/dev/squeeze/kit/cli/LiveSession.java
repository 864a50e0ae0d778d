package dev.squeeze.kit.cli;

import dev.squeeze.kit.cluster.ClusterOptions;
import dev.squeeze.kit.cluster.EmbeddedCluster;
import dev.squeeze.kit.cluster.JmxBrokers;
import dev.squeeze.kit.cluster.LiveCluster;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.document.BrokerUsage;
import dev.squeeze.kit.document.ClusterInfo;
import dev.squeeze.kit.unit.ByteCount;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;

/** A cluster, open for the duration of one command. */
public final class LiveSession implements AutoCloseable {
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

    public static LiveSession embedded(EmbeddedCluster cluster, long heapBytes) {
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
                BrokerUsage.PROCESS);
    }

    /**
     * Embedded brokers that several commands use in turn: each sees the topics that earlier ones left. The caller that started the
     * brokers closes them.
     */
    public static LiveSession shared(EmbeddedCluster cluster, long heapBytes) {
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
     * Starts embedded brokers.
     *
     * @throws StoppedException when the user interrupts it
     */
    public static LiveSession start(int brokers, ByteCount heap, Terminal terminal) {
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

    /**
     * Connects to the user's brokers.
     *
     * @param jmx the brokers' JMX addresses, from which their CPU time is read; may be empty
     */
    public static LiveSession connect(RemoteCluster cluster, List<String> jmx, Duration timeout) {
        cluster.requireAnswer(timeout);
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
                        jmx.isPresent() ? BrokerUsage.JMX : BrokerUsage.NOT_VISIBLE),
                Optional.empty(),
                () -> jmx.ifPresent(JmxBrokers::close));
    }

    public LiveCluster cluster() {
        return cluster;
    }

    public ClusterInfo info() {
        return info;
    }

    /** The embedded cluster; empty on the user's own cluster. */
    public Optional<EmbeddedCluster> embedded() {
        return embedded;
    }

    @Override
    public void close() {
        end.run();
    }
}
