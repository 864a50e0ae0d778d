package dev.squeeze.cli;

import dev.squeeze.cluster.ClientProperties;
import dev.squeeze.cluster.ClusterOptions;
import dev.squeeze.cluster.EmbeddedCluster;
import dev.squeeze.cluster.JmxBrokers;
import dev.squeeze.cluster.RemoteCluster;
import dev.squeeze.unit.ByteCount;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which cluster a live command works on: an embedded one unless the user names theirs. */
final class LiveArguments {
    private static final Duration LONGEST_TIMEOUT = Duration.ofMinutes(10);

    @Option(
            names = "--bootstrap-server",
            paramLabel = "HOST:PORT",
            description = {
                "Your cluster. Only new topics whose names begin with 'squeeze-' are written, and they are deleted at the end."
                        + " Default: brokers of our own on this machine."
            })
    @Nullable
    String bootstrap;

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

    @Option(
            names = "--jmx",
            split = ",",
            paramLabel = "HOST:PORT",
            description = "JMX addresses of your brokers, from which their CPU time is read.")
    List<String> jmx = List.of();

    @Option(names = "--keep-topics", description = "Leave the topics of each arm's last trial on the cluster.")
    boolean keepTopics;

    @Option(
            names = "--brokers",
            paramLabel = "N",
            description = "Embedded brokers, 1 to 5. Default: as many as the largest --replication-factor needs.")
    @Nullable
    Integer brokers;

    @Option(
            names = "--broker-heap",
            paramLabel = "BYTES",
            defaultValue = "512MiB",
            description = "The largest Java heap of each embedded broker (default: ${DEFAULT-VALUE}).")
    ByteCount brokerHeap = ClusterOptions.DEFAULT_BROKER_HEAP;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "30s",
            description =
                    "The longest that a broker may take to answer, 1s to 10m; a run ends at most about four times as long"
                            + " after its brokers fell silent (default: ${DEFAULT-VALUE}).")
    Duration timeout = Duration.ofSeconds(30);

    /** Finds mistakes before any work is done. */
    void check() {
        if (bootstrap == null) {
            refuse("--command-config", commandConfig != null);
            refuse("--command-property", !commandProperties.isEmpty());
            refuse("--jmx", !jmx.isEmpty());
            refuse("--keep-topics", keepTopics);
        } else if (brokers != null) {
            throw new IllegalArgumentException("--brokers is for embedded brokers: leave it or --bootstrap-server out");
        }
        if (timeout.toMillis() < 1_000 || timeout.compareTo(LONGEST_TIMEOUT) > 0) {
            throw new IllegalArgumentException("--timeout lies between 1s and 10m");
        }
        clientProperties();
    }

    private Map<String, String> clientProperties() {
        return ClientProperties.read(Optional.ofNullable(commandConfig), commandProperties);
    }

    private static void refuse(String flag, boolean given) {
        if (given) {
            throw new IllegalArgumentException(flag + " is for your own cluster: name it with --bootstrap-server");
        }
    }

    /**
     * Connects, or starts brokers.
     *
     * @param brokersNeeded what the replicas need
     */
    LiveSession open(int brokersNeeded, Terminal terminal) {
        if (bootstrap != null) {
            RemoteCluster remote = new RemoteCluster(bootstrap, clientProperties());
            remote.requireAnswer(timeout);
            return LiveSession.remote(remote, jmx.isEmpty() ? Optional.empty() : Optional.of(JmxBrokers.connect(jmx)));
        }
        ClusterOptions options = new ClusterOptions(
                OptionalInt.of(brokers == null ? brokersNeeded : brokers),
                Optional.empty(),
                OptionalInt.empty(),
                brokerHeap,
                Duration.ofSeconds(60),
                List.of());
        terminal.err().println("starting " + (options.brokers().orElse(1) == 1 ? "a broker" : "brokers") + " ...");
        terminal.err().flush();
        try {
            return LiveSession.embedded(
                    EmbeddedCluster.start(options, terminal.stop()::isRequested), brokerHeap.bytes());
        } catch (CancellationException e) {
            throw new StoppedException("interrupted while the brokers were starting");
        }
    }
}
