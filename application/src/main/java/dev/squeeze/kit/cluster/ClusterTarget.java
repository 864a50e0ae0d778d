package dev.squeeze.kit.cluster;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;

/** A Kafka cluster to work on. */
public sealed interface ClusterTarget permits EmbeddedCluster, RemoteCluster {
    /** As for {@code bootstrap.servers}: {@code host:port}, divided by commas. */
    String bootstrap();

    /** Kafka's own settings that every client of this cluster needs, less the address. */
    Map<String, String> clientProperties();

    /**
     * Refuses a topic that we may not write to.
     *
     * @throws ClusterException that says why not
     */
    void requireWritable(String topic);

    /** All that a client needs to connect; a new map that the caller may add to. */
    default Map<String, Object> connection() {
        Map<String, Object> settings = new HashMap<>(clientProperties());
        settings.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrap());
        return settings;
    }
}
