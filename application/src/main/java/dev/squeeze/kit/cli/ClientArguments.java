package dev.squeeze.kit.cli;

import dev.squeeze.kit.cluster.ClientProperties;
import dev.squeeze.kit.cluster.RemoteCluster;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Kafka's client settings for a cluster of the user's. */
@HelpGroup.In(HelpGroup.CLUSTER)
public final class ClientArguments {
    @Option(
            names = "--command-config",
            paramLabel = "FILE",
            description = "Kafka's client settings for your cluster (TLS, SASL), as for Kafka's own tools.")
    @Nullable
    Path commandConfig;

    @Option(
            names = "--command-property",
            paramLabel = "KEY=VALUE",
            description = "One such setting; may be given more than once, and wins over the file.")
    List<String> commandProperties = List.of();

    /** All of them together; reading them finds their mistakes. */
    public Map<String, String> properties() {
        return ClientProperties.read(Optional.ofNullable(commandConfig), commandProperties);
    }

    /** The cluster at an address, not connected to yet. */
    public RemoteCluster cluster(String bootstrap) {
        return new RemoteCluster(bootstrap, properties(), Optional.ofNullable(commandConfig));
    }

    /** The same flags for another command on the same cluster. */
    public List<String> words() {
        List<String> words = new ArrayList<>();
        if (commandConfig != null) {
            words.addAll(List.of("--command-config", commandConfig.toString()));
        }
        commandProperties.forEach(property -> words.addAll(List.of("--command-property", property)));
        return words;
    }
}
