package dev.squeeze.feature.gateway;

import dev.squeeze.kit.cli.ClientArguments;
import dev.squeeze.kit.cli.LiveSession;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.cluster.ClusterOptions;
import dev.squeeze.kit.cluster.TopicSpec;
import dev.squeeze.kit.cluster.Topics;
import dev.squeeze.kit.unit.UsageException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Flags for the cluster that a gateway writes to. */
final class GatewayCluster {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int EMBEDDED_PARTITIONS = 12;

    @Option(names = "--bootstrap-server", paramLabel = "HOST:PORT", description = "The cluster to write to.")
    @Nullable
    String bootstrap;

    @Mixin
    ClientArguments client = new ClientArguments();

    @Option(
            names = "--embedded",
            description = "Write to an embedded broker, which ends with the command: for trying out or measuring the"
                    + " gateway. Each --topic is created there.")
    boolean embedded;

    @Option(
            names = "--topic",
            paramLabel = "NAME",
            description = "Write only to this topic; may be given more than once. With --embedded also NAME:PARTITIONS."
                    + " Default: every existing topic.")
    List<String> topics = List.of();

    /**
     * Finds mistakes before any work is done.
     *
     * @param producerProperties producer properties, which override those of the cluster's clients
     */
    void check(Map<String, String> producerProperties) {
        if (embedded) {
            specs();
        }
        Map<String, String> producer = new TreeMap<>(client.properties());
        producer.putAll(producerProperties);
        GatewayOptions.requireAcknowledged(producer);
    }

    private List<TopicSpec> specs() {
        return topics.stream()
                .map(topic -> topic.contains(":") ? topic : topic + ":" + EMBEDDED_PARTITIONS)
                .map(topic -> UsageException.parse(topic, TopicSpec::parse))
                .toList();
    }

    Set<String> names() {
        return new TreeSet<>(embedded ? specs().stream().map(TopicSpec::name).toList() : topics);
    }

    /** Connects to the cluster, or starts a broker and creates the topics. */
    LiveSession open(Terminal terminal) {
        if (bootstrap != null) {
            return LiveSession.connect(client.cluster(bootstrap), List.of(), TIMEOUT);
        }
        LiveSession session = LiveSession.start(1, ClusterOptions.DEFAULT_BROKER_HEAP, terminal);
        try {
            Topics.create(session.cluster().target(), specs());
            return session;
        } catch (RuntimeException e) {
            session.close();
            throw e;
        }
    }
}
