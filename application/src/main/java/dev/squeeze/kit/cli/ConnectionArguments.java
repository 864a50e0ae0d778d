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

/** The user's cluster: where a topic is read, and where bench runs if it is given. */
@HelpGroup.In(HelpGroup.CLUSTER)
public final class ConnectionArguments {
    /** How long a broker may take to answer where no flag says it. */
    public static final Duration TIMEOUT = Duration.ofSeconds(30);

    private static final String TOPIC = "topic:";

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    CommandSpec command;

    @Option(
            names = "--bootstrap-server",
            paramLabel = "HOST:PORT",
            description = "Your cluster: addresses of one or more of its brokers, divided by commas.")
    @Nullable
    public String bootstrap;

    @Mixin
    public ClientArguments client = new ClientArguments();

    @Option(
            names = "--max-rate",
            paramLabel = "BYTES/s",
            description = "Most bytes per second that reading topics takes from the cluster. Default: 10MiB/s.")
    @Nullable
    public ByteRate maxRate;

    public static boolean isTopic(String source) {
        return source.toLowerCase(Locale.ROOT).startsWith(TOPIC);
    }

    /** The name in {@code topic:NAME}. */
    public static String topicName(String source) {
        return source.substring(TOPIC.length());
    }

    /** Finds mistakes before any work is done, where a cluster serves nothing but reading a topic. */
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
     * The cluster whose topics are surveyed, not connected to yet.
     *
     * @throws UsageException where none was named
     */
    public RemoteCluster surveyed() {
        return cluster()
                .orElseThrow(() ->
                        new UsageException("survey looks at a cluster: name it with --bootstrap-server HOST:PORT"));
    }

    /**
     * The cluster whose topic is copied, not connected to yet.
     *
     * @throws UsageException where none was named
     */
    public RemoteCluster copied() {
        return cluster()
                .orElseThrow(() -> new UsageException(
                        "copy reads a topic of a cluster: name it with --bootstrap-server HOST:PORT"));
    }

    /** The cluster, not connected to yet; empty where none was named. */
    public Optional<RemoteCluster> cluster() {
        return bootstrap == null ? Optional.empty() : Optional.of(client.cluster(bootstrap));
    }

    /** What is fetched of a topic stays in memory until it has been read. */
    public static void requireRoom(ByteCount sample) {
        long heap = Runtime.getRuntime().maxMemory();
        if (sample.bytes() > heap / 2) {
            throw new UsageException("--sample " + sample + " of a topic is more than half of the heap of "
                    + new ByteCount(heap) + ": give a smaller one, or a larger heap with SQUEEZE_HEAP=8g");
        }
    }

    /** How a topic is read; empty where no cluster was named. */
    public Optional<TopicAccess> topics(ByteCount most, long seed, Duration timeout) {
        return cluster()
                .map(named -> new TopicAccess(
                        named.connection(),
                        timeout,
                        most.bytes(),
                        maxRate == null ? TopicAccess.DEFAULT_RATE : maxRate,
                        seed));
    }

    /** The same cluster for one of Kafka's own tools, which takes no single settings. */
    public String forKafkaTools() {
        return ClusterTarget.forKafkaTools(
                bootstrap == null ? "HOST:PORT" : bootstrap,
                Optional.ofNullable(client.commandConfig).map(Path::toString));
    }
}
