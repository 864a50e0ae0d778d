package dev.squeeze.feature.copy;

import dev.squeeze.kit.cli.LiveSession;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.cluster.ClientProperties;
import dev.squeeze.kit.cluster.ClusterOptions;
import dev.squeeze.kit.cluster.RemoteCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where copies go: the source's own cluster, another one, or brokers of our own to try it on. */
public final class DestinationArguments {
    @Option(
            names = "--to-bootstrap-server",
            paramLabel = "HOST:PORT",
            description = "The cluster that the copies go to. Default: the one that the topic is on.")
    @Nullable
    String bootstrap;

    @Option(
            names = "--to-command-config",
            paramLabel = "FILE",
            description = "Kafka's client settings for that cluster.")
    @Nullable
    Path commandConfig;

    @Option(
            names = "--to-command-property",
            paramLabel = "KEY=VALUE",
            description = "One such setting; may be given more than once, and wins over the file.")
    List<String> commandProperties = List.of();

    @Option(
            names = "--embedded",
            description =
                    "Copy to a broker of our own, which ends with the command: to see the figures, and what the broker"
                            + " spends, without writing to any cluster of yours.")
    boolean embedded;

    @Option(
            names = "--jmx",
            split = ",",
            paramLabel = "HOST:PORT",
            description = "JMX addresses of the brokers that the copies go to, from which their CPU time is read.")
    List<String> jmx = List.of();

    /** What the copies go to if nothing else is named, given by whoever runs several commands. */
    public Optional<LiveSession> shared = Optional.empty();

    /** Finds mistakes before any work is done. */
    void check() {
        if (embedded && (bootstrap != null || !jmx.isEmpty())) {
            throw new IllegalArgumentException(
                    "--embedded copies to a broker of our own: leave --to-bootstrap-server and"
                            + " --jmx out, or leave it out");
        }
        if (bootstrap == null && (commandConfig != null || !commandProperties.isEmpty())) {
            throw new IllegalArgumentException(
                    "--to-command-config and --to-command-property are for another cluster: name"
                            + " it with --to-bootstrap-server");
        }
        properties();
    }

    private Map<String, String> properties() {
        return ClientProperties.read(Optional.ofNullable(commandConfig), commandProperties);
    }

    /** Whether the copies leave the source's cluster. */
    boolean elsewhere() {
        return embedded || bootstrap != null;
    }

    /** @param source where the copies go unless another cluster is named */
    LiveSession open(RemoteCluster source, Duration timeout, Terminal terminal) {
        if (embedded) {
            return LiveSession.start(1, ClusterOptions.DEFAULT_BROKER_HEAP, terminal);
        }
        if (bootstrap == null && shared.isPresent()) {
            return shared.get();
        }
        RemoteCluster cluster = bootstrap == null ? source : new RemoteCluster(bootstrap, properties());
        return LiveSession.connect(cluster, jmx, timeout);
    }
}
