package dev.squeeze.kit.cluster;

import dev.squeeze.kit.unit.ShellWord;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.CommonClientConfigs;

public sealed interface ClusterTarget permits EmbeddedCluster, RemoteCluster {
    /** As for {@code bootstrap.servers}: {@code host:port}, separated by commas. */
    String bootstrap();

    /** The same as flags for one of Kafka's own tools, with the settings file that was given for the cluster. */
    default String forKafkaTools() {
        return forKafkaTools(bootstrap(), Optional.empty());
    }

    /** @param commandConfig Kafka client settings for the cluster; not all of these tools accept single settings */
    static String forKafkaTools(String bootstrap, Optional<String> commandConfig) {
        return "--bootstrap-server " + ShellWord.quoted(bootstrap)
                + commandConfig
                        .map(file -> " --command-config " + ShellWord.quoted(file))
                        .orElse("");
    }

    /** Kafka client settings that every client of this cluster needs, excluding the address. */
    Map<String, String> clientProperties();

    /**
     * Refuses a topic that must not be written to.
     *
     * @throws ClusterException with the reason
     */
    void requireWritable(String topic);

    /** All settings that a client needs to connect, in a new map that the caller may modify. */
    default Map<String, Object> connection() {
        Map<String, Object> settings = new HashMap<>(clientProperties());
        settings.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrap());
        return settings;
    }
}
