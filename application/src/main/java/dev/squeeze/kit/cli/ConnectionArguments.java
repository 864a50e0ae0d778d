package dev.squeeze.kit.cli;

import dev.squeeze.kit.cluster.ClusterTarget;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.source.TopicAccess;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.ByteRate;
import dev.squeeze.kit.unit.UsageException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The user's cluster: where topics are read, and where bench runs if one is named. */
@HelpGroup.In(HelpGroup.CLUSTER)
public final class ConnectionArguments {
    /** How long to wait for a broker's response if no flag sets it. */
    public static final Duration TIMEOUT = Duration.ofSeconds(30);

    private static final String TOPIC = "topic:";

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    CommandSpec command;

    @Option(
            names = "--bootstrap-server",
            paramLabel = "HOST:PORT",
            description = "Your cluster: addresses of one or more of its brokers, separated by commas.")
    @Nullable
    public String bootstrap;

    @Mixin
    public ClientArguments client = new ClientArguments();

    @Option(
            names = "--max-rate",
            paramLabel = "BYTES/s",
            description = "Maximum bytes per second read from the cluster's topics. Default: 10MiB/s.")
    @Nullable
    public ByteRate maxRate;

    public static boolean isTopic(String source) {
        return source.toLowerCase(Locale.ROOT).startsWith(TOPIC);
    }

    /** The name in {@code topic:NAME}. */
    public static String topicName(String source) {
        return source.substring(TOPIC.length());
    }

    /** Finds mistakes before any work is done, for commands that use a cluster only to read a topic. */
    public void checkForReading(List<String> sources) {
        check(sources);
        given(sources).check(ClusterFlagRules.READING);
    }

    /** Finds mistakes before any work is done. */
    public void check(List<String> sources) {
        sources.stream().filter(ConnectionArguments::isTopic).findFirst().ifPresent(this::requireClusterOf);
        given(sources).check(ClusterFlagRules.CONNECTION);
        client.properties();
    }

    /** @param topic as in {@code topic:NAME} */
    public void requireClusterOf(String topic) {
        if (bootstrap == null) {
            throw new UsageException(topic + " is on a cluster: name it with --bootstrap-server HOST:PORT");
        }
    }

    /** The command's flags, and whether a topic is read. */
    GivenFlags given(List<String> sources) {
        return GivenFlags.of(command)
                .with(ClusterFlagRules.TOPIC, sources.stream().anyMatch(ConnectionArguments::isTopic));
    }

    /**
     * The cluster whose topics are surveyed, not yet connected.
     *
     * @throws UsageException if no cluster was named
     */
    public RemoteCluster surveyed() {
        return cluster()
                .orElseThrow(() ->
                        new UsageException("survey looks at a cluster: name it with --bootstrap-server HOST:PORT"));
    }

    /**
     * The cluster whose topic is copied, not yet connected.
     *
     * @throws UsageException if no cluster was named
     */
    public RemoteCluster copied() {
        return cluster()
                .orElseThrow(() -> new UsageException(
                        "copy reads a topic of a cluster: name it with --bootstrap-server HOST:PORT"));
    }

    /** The cluster, not yet connected; empty if none was named. */
    public Optional<RemoteCluster> cluster() {
        return bootstrap == null ? Optional.empty() : Optional.of(client.cluster(bootstrap));
    }

    /** Checks that the sample fits into the heap: what is fetched from a topic stays in memory until it has been read. */
    public static void requireRoom(ByteCount sample) {
        long heap = Runtime.getRuntime().maxMemory();
        if (sample.bytes() > heap / 2) {
            throw new UsageException("--sample " + sample + " of a topic is more than half of the heap of "
                    + new ByteCount(heap) + ": give a smaller one, or a larger heap with SQUEEZE_HEAP=8g");
        }
    }

    /** How topics are read; empty if no cluster was named. */
    public Optional<TopicAccess> topics(ByteCount most, long seed, Duration timeout) {
        return cluster()
                .map(named -> new TopicAccess(
                        named.connection(),
                        timeout,
                        most.bytes(),
                        maxRate == null ? TopicAccess.DEFAULT_RATE : maxRate,
                        seed));
    }

    /** The same cluster as flags for Kafka's own tools, which only accept a settings file. */
    public String forKafkaTools() {
        return ClusterTarget.forKafkaTools(
                bootstrap == null ? "HOST:PORT" : bootstrap,
                Optional.ofNullable(client.commandConfig).map(Path::toString));
    }
}
