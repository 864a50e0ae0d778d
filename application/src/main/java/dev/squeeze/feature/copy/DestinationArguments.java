package dev.squeeze.feature.copy;

import dev.squeeze.kit.cli.HelpGroup;
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

/** Options for where copies go: the source's own cluster, another one, or an embedded broker. */
@HelpGroup.In(HelpGroup.CLUSTER)
final class DestinationArguments {
    @Option(
            names = "--to-bootstrap-server",
            paramLabel = "HOST:PORT",
            description = "The cluster that the copies go to. Default: the cluster of the topic.")
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
            description = "A client setting for that cluster; may be given more than once, and overrides the file.")
    List<String> commandProperties = List.of();

    @Option(
            names = "--embedded",
            description = "Copy to an embedded broker, which ends with the command, to see sizes and CPU, including the"
                    + " broker's,"
                    + " without writing to one of your clusters.")
    boolean embedded;

    @Option(
            names = "--jmx",
            split = ",",
            paramLabel = "HOST:PORT",
            description = "JMX addresses of the destination's brokers, to read their CPU time.")
    List<String> jmx = List.of();

    /** The default destination if one run has several commands. */
    Optional<LiveSession> shared = Optional.empty();

    /** Finds mistakes before any work is done. */
    void check() {
        properties();
    }

    private Map<String, String> properties() {
        return ClientProperties.read(Optional.ofNullable(commandConfig), commandProperties);
    }

    /** Whether the copies go to a cluster other than the source's. */
    boolean elsewhere() {
        return embedded || bootstrap != null;
    }

    /** @param source the default destination */
    LiveSession open(RemoteCluster source, Duration timeout, Terminal terminal) {
        if (embedded) {
            return LiveSession.start(1, ClusterOptions.DEFAULT_BROKER_HEAP, terminal);
        }
        if (bootstrap == null && shared.isPresent()) {
            return shared.get();
        }
        RemoteCluster cluster = bootstrap == null
                ? source
                : new RemoteCluster(bootstrap, properties(), Optional.ofNullable(commandConfig));
        return LiveSession.connect(cluster, jmx, timeout);
    }
}
