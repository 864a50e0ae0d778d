package dev.squeeze.benchmarks.chaos;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.Uuid;

/** Brokers in separate processes, each also a controller. */
final class ChaosCluster implements AutoCloseable {
    private static final String HOST = "127.0.0.1";
    /** Below the range of ephemeral ports: a killed broker must get its port back. */
    private static final int MIN_PORT = 12_000;

    private static final int MAX_PORT = 32_000;

    private final List<BrokerNode> nodes = new ArrayList<>();
    private final String bootstrap;

    private ChaosCluster(String bootstrap) {
        this.bootstrap = bootstrap;
    }

    static ChaosCluster start(Distribution distribution, Path folder, int brokers)
            throws IOException, InterruptedException {
        List<Integer> ports = freePorts(2 * brokers);
        String bootstrap =
                ports.subList(0, brokers).stream().map(ChaosCluster::address).collect(Collectors.joining(","));
        String clusterId = Uuid.randomUuid().toString();
        ChaosCluster cluster = new ChaosCluster(bootstrap);
        for (int node = 1; node <= brokers; node++) {
            Path own = folder.resolve("broker-" + node);
            cluster.nodes.add(new BrokerNode(
                    distribution, own, clusterId, node, settings(node, brokers, ports, BrokerNode.data(own))));
        }
        try {
            // All at once: they wait for each other to elect a controller.
            List<Child> launched =
                    cluster.nodes.stream().map(BrokerNode::launch).toList();
            for (Child child : launched) {
                if (!BrokerNode.awaitDecision(child, 150)) {
                    throw new BrokenEpisodeException("a broker did not start: " + child.lastMessage());
                }
            }
            return cluster;
        } catch (InterruptedException | RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    private static Properties settings(int node, int brokers, List<Integer> ports, Path data) {
        String replicas = String.valueOf(Math.min(3, brokers));
        String minimum = brokers >= 3 ? "2" : "1";
        Properties settings = new Properties();
        settings.setProperty("node.id", String.valueOf(node));
        settings.setProperty("process.roles", "broker,controller");
        settings.setProperty(
                "listeners",
                "PLAINTEXT://" + address(ports.get(node - 1)) + ",CONTROLLER://"
                        + address(ports.get(brokers + node - 1)));
        settings.setProperty("controller.listener.names", "CONTROLLER");
        settings.setProperty(
                "controller.quorum.voters",
                IntStream.rangeClosed(1, brokers)
                        .mapToObj(id -> id + "@" + address(ports.get(brokers + id - 1)))
                        .collect(Collectors.joining(",")));
        settings.setProperty("log.dirs", data.toString());
        // Kafka's default: a metadata request creates the topic. The program promises that its requests do not.
        settings.setProperty("auto.create.topics.enable", "true");
        settings.setProperty("default.replication.factor", replicas);
        settings.setProperty("min.insync.replicas", minimum);
        settings.setProperty("offsets.topic.replication.factor", replicas);
        settings.setProperty("transaction.state.log.replication.factor", replicas);
        settings.setProperty("transaction.state.log.min.isr", minimum);
        settings.setProperty("offsets.topic.num.partitions", "3");
        settings.setProperty("transaction.state.log.num.partitions", "3");
        settings.setProperty("group.initial.rebalance.delay.ms", "0");
        settings.setProperty("log.cleaner.dedupe.buffer.size", String.valueOf(8 << 20));
        settings.setProperty("log.cleaner.backoff.ms", "1000");
        // So that a killed broker's partitions move within seconds; a loaded machine may itself pause about as
        // long.
        settings.setProperty("broker.session.timeout.ms", "6000");
        settings.setProperty("replica.lag.time.max.ms", "8000");
        return settings;
    }

    private static String address(int port) {
        return HOST + ":" + port;
    }

    /** Distinct ports that are currently free. */
    static List<Integer> freePorts(int count) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int attempt = 0; sockets.size() < count; attempt++) {
                int port = ThreadLocalRandom.current().nextInt(MIN_PORT, MAX_PORT);
                ServerSocket socket = new ServerSocket();
                try {
                    socket.bind(new InetSocketAddress(InetAddress.getByName(HOST), port));
                    sockets.add(socket);
                } catch (IOException e) {
                    socket.close();
                    if (attempt > 1_000) {
                        throw e;
                    }
                }
            }
            return sockets.stream().map(ServerSocket::getLocalPort).toList();
        } finally {
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        }
    }

    String bootstrap() {
        return bootstrap;
    }

    int brokers() {
        return nodes.size();
    }

    /** @param id from 1 */
    BrokerNode node(int id) {
        return nodes.get(id - 1);
    }

    /** Waits until every replica of these topics is in sync. @return whether they are, within the time */
    boolean awaitInSync(KafkaSide kafka, long seconds) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (System.nanoTime() < deadline) {
            if (kafka.allInSync()) {
                return true;
            }
            TimeUnit.MILLISECONDS.sleep(500);
        }
        return false;
    }

    @Override
    public void close() {
        nodes.forEach(BrokerNode::kill);
    }
}
