package dev.squeeze.kit.cluster;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import dev.squeeze.kit.environment.DaemonThreads;
import dev.squeeze.kit.environment.JvmUsage;
import dev.squeeze.kit.kafka.broker.BrokerCounters;
import dev.squeeze.kit.unit.UsageException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.management.InstanceNotFoundException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * Resource usage of remote brokers, read over JMX from JVMs started with a JMX port, as Kafka's scripts do if JMX_PORT is set. The
 * threads of the garbage collector and the compilers are not visible remotely.
 */
public final class JmxBrokers implements AutoCloseable {
    private static final long TIMEOUT_SECONDS = 10;
    private static final String TOPIC_METER = "kafka.server:type=BrokerTopicMetrics,name=";
    private static final String CLIENTS =
            "kafka.server:type=socket-server-metrics,clientSoftwareName=*,clientSoftwareVersion=*,*";
    private static final String REMEDY = "start the broker with JMX_PORT set, open the port, and make it advertise"
            + " an address that is reachable from here (-Djava.rmi.server.hostname)";

    private record Connection(String address, JMXConnector connector) {}

    private final List<Connection> connections = new ArrayList<>();
    /** RMI calls have no timeout: a call that hangs is left behind in one of these threads. */
    private final ExecutorService calls = Executors.newCachedThreadPool(DaemonThreads.factory("squeeze-jmx"));

    private JmxBrokers() {}

    /**
     * Connects to each broker.
     *
     * @param addresses {@code host:port} of each broker's JMX port, without authentication and TLS
     * @throws ClusterException if a broker does not respond within 10 s
     * @throws UsageException if an address is malformed
     */
    public static JmxBrokers connect(List<String> addresses) {
        addresses.forEach(JmxBrokers::requireAddress);
        JmxBrokers brokers = new JmxBrokers();
        try {
            for (String address : addresses) {
                JMXConnector connector = brokers.bounded(address, () -> open(address));
                brokers.connections.add(new Connection(address, connector));
            }
            return brokers;
        } catch (RuntimeException e) {
            brokers.close();
            throw e;
        }
    }

    private static void requireAddress(String address) {
        if (!address.matches("(\\[[0-9a-fA-F:.%]+\\]|[^\\s:/\\[\\]]+):\\d{1,5}")) {
            throw new UsageException("not a JMX address: '" + address + "' (write HOST:PORT)");
        }
    }

    @SuppressWarnings("BanJNDI") // The user gave the address, and JMX looks up the RMI server there.
    private static JMXConnector open(String address) throws IOException {
        JMXConnector connector =
                JMXConnectorFactory.connect(new JMXServiceURL("service:jmx:rmi:///jndi/rmi://" + address + "/jmxrmi"));
        if (Thread.currentThread().isInterrupted()) {
            // Too late: the caller no longer waits for it.
            connector.close();
            throw new InterruptedIOException("given up");
        }
        return connector;
    }

    /**
     * The usage of each broker so far, in the order of the addresses.
     *
     * @throws ClusterException if a broker does not respond within 10 s
     */
    public List<BrokerUsage> usage() {
        return connections.stream()
                .map(connection -> bounded(connection.address(), () -> usage(connection)))
                .toList();
    }

    private static BrokerUsage usage(Connection connection) throws IOException {
        MBeanServerConnection beans = connection.connector().getMBeanServerConnection();
        JvmUsage jvm = JvmUsage.of(
                threads(beans),
                ManagementFactory.newPlatformMXBeanProxy(
                        beans, ManagementFactory.OPERATING_SYSTEM_MXBEAN_NAME, OperatingSystemMXBean.class),
                Optional.empty());
        return new BrokerUsage(connection.address(), false, jvm, BrokerCounters.read(beans));
    }

    /**
     * Recompressed records by topic, summed over all brokers.
     *
     * @throws ClusterException if a broker does not respond within 10 s
     */
    public Map<String, TopicConversions> conversions() {
        Map<String, TopicConversions> byTopic = new TreeMap<>();
        for (Connection connection : connections) {
            bounded(connection.address(), () -> conversions(connection))
                    .forEach((topic, found) -> byTopic.merge(topic, found, TopicConversions::plus));
        }
        return byTopic;
    }

    private static Map<String, TopicConversions> conversions(Connection connection) throws Exception {
        MBeanServerConnection beans = connection.connector().getMBeanServerConnection();
        Map<String, TopicConversions> byTopic = new TreeMap<>();
        // A topic without any conversions has no meter for them.
        for (ObjectName received : beans.queryNames(new ObjectName(TOPIC_METER + "MessagesInPerSec,*"), null)) {
            String topic = received.getKeyProperty("topic");
            if (topic != null) {
                ObjectName converted = new ObjectName(TOPIC_METER + "ProduceMessageConversionsPerSec,topic=" + topic);
                byTopic.put(
                        unquoted(topic),
                        new TopicConversions(
                                (long) number(beans, converted, "Count"),
                                (long) number(beans, received, "Count"),
                                number(beans, converted, "FifteenMinuteRate"),
                                number(beans, received, "FifteenMinuteRate")));
            }
        }
        return byTopic;
    }

    /**
     * Client libraries by number of open connections, in descending order. Includes connections between brokers and of this client.
     * Brokers from before KIP-511 do not report them.
     *
     * @throws ClusterException if a broker does not respond within 10 s
     */
    public List<ClientSoftware> clients() {
        Map<List<String>, Long> connected = new TreeMap<>(Comparator.comparing(List::toString));
        for (Connection connection : connections) {
            bounded(connection.address(), () -> clients(connection))
                    .forEach((client, number) -> connected.merge(client, number, Long::sum));
        }
        return connected.entrySet().stream()
                .filter(client -> client.getValue() > 0)
                .map(client -> new ClientSoftware(
                        client.getKey().get(0), client.getKey().get(1), client.getValue()))
                .sorted(Comparator.comparingLong(ClientSoftware::connections).reversed())
                .toList();
    }

    private static Map<List<String>, Long> clients(Connection connection) throws Exception {
        MBeanServerConnection beans = connection.connector().getMBeanServerConnection();
        Map<List<String>, Long> connected = new HashMap<>();
        for (ObjectName bean : beans.queryNames(new ObjectName(CLIENTS), null)) {
            connected.merge(
                    List.of(
                            unquoted(bean.getKeyProperty("clientSoftwareName")),
                            unquoted(bean.getKeyProperty("clientSoftwareVersion"))),
                    (long) number(beans, bean, "connections"),
                    Long::sum);
        }
        return connected;
    }

    private static String unquoted(String property) {
        return property.startsWith("\"") ? ObjectName.unquote(property) : property;
    }

    /** 0 if the meter does not exist: it is registered when it first counts something. */
    private static double number(MBeanServerConnection beans, ObjectName meter, String attribute) throws Exception {
        try {
            return beans.getAttribute(meter, attribute) instanceof Number number ? number.doubleValue() : 0;
        } catch (InstanceNotFoundException e) {
            return 0;
        }
    }

    /**
     * Makes the brokers measure the time of each wait for a monitor from now on. It remains enabled after disconnecting, since
     * other tools may be using it.
     */
    public void timeContention() {
        for (Connection connection : connections) {
            bounded(connection.address(), () -> {
                JvmUsage.timeContention(threads(connection.connector().getMBeanServerConnection()));
                return connection;
            });
        }
    }

    private static ThreadMXBean threads(MBeanServerConnection beans) throws IOException {
        return ManagementFactory.newPlatformMXBeanProxy(
                beans, ManagementFactory.THREAD_MXBEAN_NAME, ThreadMXBean.class);
    }

    private <T> T bounded(String address, Callable<T> call) {
        Future<T> result = calls.submit(call);
        try {
            return result.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            result.cancel(true);
            throw new ClusterException(
                    "no response from JMX at " + address + " within " + TIMEOUT_SECONDS + " s: " + REMEDY, e);
        } catch (ExecutionException e) {
            throw refused(address, e.getCause() == null ? e : e.getCause());
        } catch (InterruptedException e) {
            result.cancel(true);
            Thread.currentThread().interrupt();
            throw new ClusterException("interrupted while reading JMX at " + address, e);
        }
    }

    private static ClusterException refused(String address, Throwable cause) {
        if (cause instanceof SecurityException) {
            return new ClusterException(
                    "JMX at " + address + " requires authentication (" + firstLine(cause)
                            + "): use a port without it that only this machine can reach",
                    cause);
        }
        return new ClusterException(
                "no response from JMX at " + address + " (" + firstLine(cause) + "): " + REMEDY, cause);
    }

    /** RMI messages contain nested exceptions on separate lines. */
    private static String firstLine(Throwable cause) {
        String message = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        return message.lines().findFirst().orElse("").replaceAll("[;:]?\\s*(nested exception is:?)?\\s*$", "");
    }

    /** Closes the connections without waiting for those that hang. */
    @Override
    public void close() {
        for (Connection connection : connections) {
            calls.execute(() -> {
                try {
                    connection.connector().close();
                } catch (IOException e) {
                    // The broker is gone, and so is the connection.
                }
            });
        }
        connections.clear();
        calls.shutdown();
    }
}
