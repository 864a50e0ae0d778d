package dev.squeeze.kit.cluster;

import dev.squeeze.kit.unit.ShellWord;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.CommonClientConfigs;

/** A Kafka cluster to work on. */
public sealed interface ClusterTarget permits EmbeddedCluster, RemoteCluster {
    /** As for {@code bootstrap.servers}: {@code host:port}, divided by commas. */
    String bootstrap();

    /** The same for the command line of one of Kafka's own tools, with the file of settings that was given for it. */
    default String forKafkaTools() {
        return forKafkaTools(bootstrap(), Optional.empty());
    }

    /** @param commandConfig Kafka's client settings for the cluster; single ones cannot be given to all of these tools */
    static String forKafkaTools(String bootstrap, Optional<String> commandConfig) {
        return "--bootstrap-server " + ShellWord.quoted(bootstrap)
                + commandConfig
                        .map(file -> " --command-config " + ShellWord.quoted(file))
                        .orElse("");
    }

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
