package dev.squeeze.kit.cli;

import dev.squeeze.kit.cluster.ClientProperties;
import dev.squeeze.kit.unit.UsageException;
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

    /** They are of no use where no cluster was named. */
    public void refuse() {
        refuse("--command-config", commandConfig != null);
        refuse("--command-property", !commandProperties.isEmpty());
    }

    /** Refuses a flag that was given without a cluster of the user's. */
    public static void refuse(String flag, boolean given) {
        if (given) {
            throw new UsageException(flag + " is for your own cluster: name it with --bootstrap-server");
        }
    }

    /** All of them together; reading them finds their mistakes. */
    public Map<String, String> properties() {
        return ClientProperties.read(Optional.ofNullable(commandConfig), commandProperties);
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
