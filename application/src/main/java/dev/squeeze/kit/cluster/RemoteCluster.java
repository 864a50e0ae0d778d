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
 * The user's cluster. We read what the user names. Loads write to nothing but topics that we created ourselves; copies go
 * where the user says.
 */
public final class RemoteCluster implements ClusterTarget {
    private final String bootstrap;
    private final Map<String, String> clientProperties;
    private final Optional<Path> commandConfig;
    private final Set<String> leased = ConcurrentHashMap.newKeySet();
    private final Set<String> kept = ConcurrentHashMap.newKeySet();
    private final Set<String> deleted = ConcurrentHashMap.newKeySet();

    /**
     * @param bootstrap {@code host:port}, divided by commas; nothing is connected to yet
     * @param clientProperties see {@link ClientProperties}
     */
    public RemoteCluster(String bootstrap, Map<String, String> clientProperties) {
        this(bootstrap, clientProperties, Optional.empty());
    }

    /** @param commandConfig the file that settings are from, for commands that users are shown */
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
                    + " was not created by this run, so nothing is written to it: leave the topic to us");
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

    /** Whether a topic of that name was deleted by us: brokers with ZooKeeper answer before it is gone. */
    boolean hasDeleted(String topic) {
        return deleted.contains(topic);
    }

    /** Whether we created a topic of that name and left it there; true only once. */
    boolean takeKept(String topic) {
        return kept.remove(topic);
    }

    /**
     * Finds out whether a broker answers, before Kafka's own clients are let at the address: those only wait where nobody
     * listens or a login is missing, and take the answer of a TLS listener for hundreds of MB of data.
     *
     * @param timeout the longest that it may take
     * @throws ClusterException that says what is wrong: the address, TLS or the login
     */
    public void requireAnswer(Duration timeout) {
        try (RawClient client = RawClient.open(connection(), RawClientOptions.DEFAULTS.withTimeLimit(timeout))) {
            client.requireAnswer();
        } catch (RawAccessException e) {
            throw new ClusterException(String.valueOf(e.getMessage()), e);
        }
    }
}
