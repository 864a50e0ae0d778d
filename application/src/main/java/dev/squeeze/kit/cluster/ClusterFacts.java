package dev.squeeze.kit.cluster;

import dev.squeeze.kit.kafka.FailureWords;
import dev.squeeze.kit.kafka.RawClient;
import dev.squeeze.kit.kafka.RawClientOptions;
import dev.squeeze.kit.kafka.TopicCatalog;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.LogDirDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/**
 * Reads what a cluster reports about itself, without changing anything. Requests that need additional permissions may be refused.
 */
public final class ClusterFacts implements AutoCloseable {
    /** Topics per describe request, so that a response about thousands of partitions remains a few MB in size. */
    private static final int TOPICS_AT_ONCE = 200;

    private final ClusterTarget target;
    private final Duration timeout;
    private final TopicAdmin admin;

    private ClusterFacts(ClusterTarget target, Duration timeout, TopicAdmin admin) {
        this.target = target;
        this.timeout = timeout;
        this.admin = admin;
    }

    /**
     * A broker.
     *
     * @param rack absent if the broker reports none
     */
    public record Broker(int id, Optional<String> rack) {}

    /**
     * A topic that is visible to the user.
     *
     * @param internal whether it is internal to Kafka, by its name or as reported by the broker
     * @param replicationFactor the largest number of replicas of a partition
     */
    public record Topic(String name, boolean internal, int partitions, int replicationFactor) {}

    /**
     * The effective value of a setting.
     *
     * @param value empty if it has none, or is sensitive
     * @param standard whether it is Kafka's default, set neither on the topic nor on a broker
     * @param onTopic whether it is set on the topic itself; otherwise it is inherited from brokers
     */
    public record Setting(String value, boolean standard, boolean onTopic) {}

    /**
     * Connects when first used.
     *
     * @param timeout how long to wait for each response
     */
    public static ClusterFacts open(ClusterTarget target, Duration timeout) {
        return new ClusterFacts(target, timeout, TopicAdmin.open(target, timeout));
    }

    /**
     * The cluster id; older brokers do not report it.
     *
     * @throws ClusterException if no broker responds
     */
    public Optional<String> id() {
        return required(
                "its id",
                () -> Optional.ofNullable(
                        admin.get(admin.kafka().describeCluster().clusterId())));
    }

    /**
     * The brokers, by id.
     *
     * @throws ClusterException if none responds
     */
    public List<Broker> brokers() {
        return required(
                "the brokers", () -> admin.get(admin.kafka().describeCluster().nodes()).stream()
                        .sorted(Comparator.comparingInt(Node::id))
                        .map(node -> new Broker(node.id(), Optional.ofNullable(node.rack())))
                        .toList());
    }

    /**
     * All topics that are visible to the user, ordered by name.
     *
     * @throws ClusterException if no broker responds
     */
    public List<Topic> topics() {
        return required("the topics", () -> catalog(TopicCatalog::all));
    }

    /**
     * One topic; empty if there is none of that name, or it is not visible to the user.
     *
     * @throws ClusterException if no broker responds
     */
    public Optional<Topic> topic(String name) {
        return required("topic " + name, () -> catalog(catalog -> catalog.named(List.of(name)))).stream()
                .findFirst();
    }

    private List<Topic> catalog(Function<TopicCatalog, List<TopicCatalog.Topic>> question) {
        RawClientOptions options = RawClientOptions.DEFAULTS.withTimeLimit(timeout);
        try (RawClient client = RawClient.open(target.connection(), options)) {
            return question.apply(client.catalog()).stream()
                    .map(topic -> new Topic(
                            topic.name(),
                            topic.internal() || topic.name().startsWith("__"),
                            topic.partitions(),
                            topic.replicationFactor()))
                    .sorted(Comparator.comparing(Topic::name))
                    .toList();
        }
    }

    /** Settings of topics, by topic and key; needs DESCRIBE_CONFIGS on each. */
    public Map<String, Answer<Map<String, Setting>>> topicSettings(Collection<String> topics) {
        Map<String, Answer<Map<String, Setting>>> settings = new TreeMap<>();
        List<String> names = topics.stream().sorted().toList();
        for (int from = 0; from < names.size(); from += TOPICS_AT_ONCE) {
            List<String> some = names.subList(from, Math.min(names.size(), from + TOPICS_AT_ONCE));
            List<ConfigResource> resources = some.stream()
                    .map(topic -> new ConfigResource(ConfigResource.Type.TOPIC, topic))
                    .toList();
            Map<ConfigResource, KafkaFuture<Config>> answers =
                    admin.kafka().describeConfigs(resources).values();
            answers.forEach((resource, answer) ->
                    settings.put(resource.name(), settings(answer, "DESCRIBE_CONFIGS on topic " + resource.name())));
        }
        return settings;
    }

    /** Settings of a broker, by key; needs DESCRIBE_CONFIGS on the cluster. */
    public Answer<Map<String, Setting>> brokerSettings(int broker) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.BROKER, Integer.toString(broker));
        return settings(
                admin.kafka().describeConfigs(List.of(resource)).all().thenApply(all -> all.values()
                        .iterator()
                        .next()),
                "DESCRIBE_CONFIGS on the cluster");
    }

    private Answer<Map<String, Setting>> settings(KafkaFuture<Config> answer, String permission) {
        return allowed(permission, () -> {
            Map<String, Setting> settings = new TreeMap<>();
            for (ConfigEntry entry : admin.get(answer).entries()) {
                boolean standard = entry.source() == ConfigEntry.ConfigSource.DEFAULT_CONFIG;
                boolean onTopic = entry.source() == ConfigEntry.ConfigSource.DYNAMIC_TOPIC_CONFIG;
                String value = entry.isSensitive() || entry.value() == null ? "" : entry.value();
                settings.put(entry.name(), new Setting(value, standard, onTopic));
            }
            return settings;
        });
    }

    /** Bytes on disk of each topic, counting the largest replica of each partition; needs DESCRIBE on the cluster. */
    public Answer<Map<String, Long>> storedBytes() {
        return allowed("DESCRIBE on the cluster", () -> {
            List<Integer> brokers = brokers().stream().map(Broker::id).toList();
            Map<TopicPartition, Long> largest = new HashMap<>();
            for (Map<String, LogDirDescription> folders : admin.get(
                            admin.kafka().describeLogDirs(brokers).allDescriptions())
                    .values()) {
                for (LogDirDescription folder : folders.values()) {
                    folder.replicaInfos()
                            .forEach((partition, replica) -> largest.merge(partition, replica.size(), Math::max));
                }
            }
            Map<String, Long> bytes = new TreeMap<>();
            largest.forEach((partition, size) -> bytes.merge(partition.topic(), size, Long::sum));
            return bytes;
        });
    }

    /**
     * Number of consumer groups with committed offsets on each topic; topics without groups are left out. Brokers do not list
     * groups that the user may not DESCRIBE.
     */
    public Answer<Map<String, Integer>> consumerGroups() {
        return allowed("DESCRIBE on groups", () -> GroupsByTopic.count(admin));
    }

    private <T> Answer<T> allowed(String permission, Callable<T> question) {
        try {
            return new Answer.Given<>(question.call());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Answer.Refused<>("interrupted");
        } catch (Exception e) {
            Throwable cause = e instanceof ExecutionException && e.getCause() != null ? e.getCause() : e;
            if (cause instanceof AuthorizationException) {
                return new Answer.Refused<>("it needs " + permission);
            }
            if (cause instanceof UnsupportedVersionException) {
                return new Answer.Refused<>("the brokers do not support the request: " + FailureWords.of(cause));
            }
            return new Answer.Refused<>("the cluster did not answer: " + FailureWords.of(e));
        }
    }

    private <T> T required(String what, Callable<T> question) {
        try {
            return question.call();
        } catch (ClusterException e) {
            throw e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClusterException("interrupted while requesting " + what + " of " + target.bootstrap(), e);
        } catch (Exception e) {
            String words = FailureWords.of(e);
            // If there was no connection, the message already says what to check.
            String remedy = words.contains("; check ")
                    ? ""
                    : "; check the address, and --command-config if it requires TLS or a login";
            throw new ClusterException(target.bootstrap() + " does not report " + what + ": " + words + remedy, e);
        }
    }

    @Override
    public void close() {
        admin.close();
    }
}
