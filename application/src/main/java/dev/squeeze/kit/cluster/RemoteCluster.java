package dev.squeeze.kit.cluster;

import dev.squeeze.kit.kafka.RawAccessException;
import dev.squeeze.kit.kafka.RawClient;
import dev.squeeze.kit.kafka.RawClientOptions;
import dev.squeeze.kit.unit.UsageException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The user's cluster. Only topics that the user names are read. Load tests only write to topics that they created themselves;
 * copies write to the topic that the user names.
 */
public final class RemoteCluster implements ClusterTarget {
    private final String bootstrap;
    private final Map<String, String> clientProperties;
    private final Optional<Path> commandConfig;
    private final Set<String> leased = ConcurrentHashMap.newKeySet();
    private final Set<String> kept = ConcurrentHashMap.newKeySet();
    private final Set<String> deleted = ConcurrentHashMap.newKeySet();

    /**
     * @param bootstrap {@code host:port}, separated by commas; no connection is made yet
     * @param clientProperties see {@link ClientProperties}
     */
    public RemoteCluster(String bootstrap, Map<String, String> clientProperties) {
        this(bootstrap, clientProperties, Optional.empty());
    }

    /** @param commandConfig the file that contains the settings, for commands that are shown to users */
    public RemoteCluster(String bootstrap, Map<String, String> clientProperties, Optional<Path> commandConfig) {
        if (bootstrap.isBlank()) {
            throw new UsageException("a cluster needs an address, as in --bootstrap-server host:9092");
        }
        this.bootstrap = bootstrap.strip();
        this.clientProperties = Map.copyOf(clientProperties);
        this.commandConfig = commandConfig;
    }

    @Override
    public String bootstrap() {
        return bootstrap;
    }

    @Override
    public Map<String, String> clientProperties() {
        return clientProperties;
    }

    @Override
    public String forKafkaTools() {
        return ClusterTarget.forKafkaTools(bootstrap, commandConfig.map(Path::toString));
    }

    @Override
    public void requireWritable(String topic) {
        if (!leased.contains(topic)) {
            throw new ClusterException("topic " + topic + " of " + bootstrap
                    + " was not created by this run, so nothing is written to it: let this tool create the topic");
        }
    }

    void leased(String topic) {
        leased.add(topic);
    }

    void returned(String topic, boolean stays) {
        leased.remove(topic);
        if (stays) {
            kept.add(topic);
        }
    }

    void deleted(String topic) {
        deleted.add(topic);
    }

    /** Whether this process deleted a topic of that name. With ZooKeeper, brokers respond before it is gone. */
    boolean hasDeleted(String topic) {
        return deleted.contains(topic);
    }

    /** Whether this process created a topic of that name and kept it; true only once. */
    boolean takeKept(String topic) {
        return kept.remove(topic);
    }

    /**
     * Checks that a broker responds before Kafka's own clients use the address: if nothing is listening or authentication is
     * missing, these only wait, and they mistake the response of a TLS listener for hundreds of MB of data.
     *
     * @param timeout how long to wait
     * @throws ClusterException with the reason: the address, TLS or authentication
     */
    public void requireAnswer(Duration timeout) {
        try (RawClient client = RawClient.open(connection(), RawClientOptions.DEFAULTS.withTimeLimit(timeout))) {
            client.requireAnswer();
        } catch (RawAccessException e) {
            throw new ClusterException(String.valueOf(e.getMessage()), e);
        }
    }
}
