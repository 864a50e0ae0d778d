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

/** Kafka client settings for the user's cluster. */
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
            description = "One such setting; may be given more than once, and overrides the file.")
    List<String> commandProperties = List.of();

    /** All settings combined; a mistake in the file or in a setting is found here. */
    public Map<String, String> properties() {
        return ClientProperties.read(Optional.ofNullable(commandConfig), commandProperties);
    }

    /** The cluster at an address, not yet connected. */
    public RemoteCluster cluster(String bootstrap) {
        return new RemoteCluster(bootstrap, properties(), Optional.ofNullable(commandConfig));
    }

    /** The same flags, for running another command on the same cluster. */
    public List<String> words() {
        List<String> words = new ArrayList<>();
        if (commandConfig != null) {
            words.addAll(List.of("--command-config", commandConfig.toString()));
        }
        commandProperties.forEach(property -> words.addAll(List.of("--command-property", property)));
        return words;
    }
}
