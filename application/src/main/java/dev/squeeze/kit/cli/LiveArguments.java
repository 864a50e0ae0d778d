package dev.squeeze.kit.cli;

import dev.squeeze.kit.cluster.ClusterOptions;
import dev.squeeze.kit.cluster.RemoteCluster;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What a live command runs on: embedded brokers, or the cluster that the user names. */
@HelpGroup.In(HelpGroup.CLUSTER)
public final class LiveArguments {
    @Mixin
    public BrokerArguments hosts = new BrokerArguments();

    @Option(
            names = "--embedded",
            description =
                    "Run on embedded brokers although --bootstrap-server names a cluster: topic:NAME is read there, and"
                            + " nothing is written to it.")
    public boolean embedded;

    @HelpGroup.In(HelpGroup.ADVANCED)
    @Option(names = "--keep-topics", description = "Keep the topics of each arm's last trial on the cluster.")
    public boolean keepTopics;

    @Option(
            names = "--brokers",
            paramLabel = "N",
            description = "Embedded brokers, 1 to 5. Default: as many as the largest --replication-factor needs.")
    @Nullable
    public Integer brokers;

    @HelpGroup.In(HelpGroup.ADVANCED)
    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "30s",
            description =
                    "Maximum time to wait for a broker's response, 1s to 10m; a run ends at most about four times as long"
                            + " after its brokers stop responding (default: ${DEFAULT-VALUE}).")
    public Duration timeout = Duration.ofSeconds(30);

    /** A session that a calling command shares; if empty, the command opens its own. */
    public Optional<LiveSession> shared = Optional.empty();

    /** Finds mistakes before any work is done. */
    public void check(ConnectionArguments connection, List<String> sources) {
        connection.given(sources).check(ClusterFlagRules.LIVE);
        TimeoutArguments.check(timeout);
        ClusterOptions.requireHeap(hosts.heap);
    }

    /**
     * Connects, or starts brokers.
     *
     * @param brokersNeeded for the replication factor
     */
    public LiveSession open(ConnectionArguments connection, int brokersNeeded, Terminal terminal) {
        if (shared.isPresent()) {
            return shared.get();
        }
        Optional<RemoteCluster> remote = embedded ? Optional.empty() : connection.cluster();
        if (remote.isPresent()) {
            return LiveSession.connect(remote.get(), hosts.jmx, timeout);
        }
        return LiveSession.start(brokers == null ? brokersNeeded : brokers, hosts.heap, terminal);
    }
}
