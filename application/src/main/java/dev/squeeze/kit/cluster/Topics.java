package dev.squeeze.kit.cluster;

import dev.squeeze.kit.kafka.FailureWords;
import dev.squeeze.kit.kafka.RawClient;
import dev.squeeze.kit.kafka.RawClientOptions;
import dev.squeeze.kit.kafka.TopicCatalog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.LogDirDescription;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.ReplicaInfo;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/** Creates and deletes topics of any cluster. */
public final class Topics {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final long POLL_MILLIS = 20;

    private Topics() {}

    /**
     * Creates topics and waits until every partition has a leader that serves it. Being named in the metadata is not
     * enough: a producer whose first batch comes too early is refused once, sends the batches after it out of order and may
     * never find its way back (seen with kafka-clients 4.4.0).
     *
     * @throws ClusterException when one exists, the cluster refuses it or does not answer
     */
    public static void create(ClusterTarget target, List<TopicSpec> topics) {
        create(target, topics, TIMEOUT);
    }

    /**
     * The same.
     *
     * @param timeout the longest that the cluster may take for each step
     */
    public static void create(ClusterTarget target, List<TopicSpec> topics, Duration timeout) {
        if (topics.isEmpty()) {
            return;
        }
        List<String> created = new ArrayList<>();
        try (TopicAdmin admin = TopicAdmin.open(target, timeout)) {
            for (TopicSpec topic : topics) {
                answered(
                        target,
                        "topic " + topic.name() + " was not created",
                        () -> create(admin, target, topic, timeout));
                created.add(topic.name());
            }
            awaitLeaders(target, topics, timeout);
            awaitService(admin, target, topics, timeout);
        } catch (ClusterException e) {
            // Nobody would delete what was not reported.
            created.forEach(topic -> deleteAfter(e, target, topic, timeout));
            throw e;
        }
    }

    /** Again while the name is still that of a topic that we deleted a moment ago. */
    private static boolean create(TopicAdmin admin, ClusterTarget target, TopicSpec topic, Duration timeout)
            throws Exception {
        long deadlineNanos = System.nanoTime() + timeout.toNanos();
        while (true) {
            try {
                return createOnce(admin, topic);
            } catch (ExecutionException e) {
                boolean isGoing = e.getCause() instanceof TopicExistsException
                        && target instanceof RemoteCluster remote
                        && remote.hasDeleted(topic.name());
                if (!isGoing || System.nanoTime() > deadlineNanos) {
                    throw e;
                }
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    private static boolean createOnce(TopicAdmin admin, TopicSpec topic) throws Exception {
        Optional<TopicSpec> former = topic.forBrokersBefore36();
        try {
            return requestCreation(admin, topic);
        } catch (ExecutionException e) {
            if (former.isPresent() && isUnknownTimestampSetting(e.getCause())) {
                return requestCreation(admin, former.get());
            }
            throw e;
        }
    }

    /** Brokers say only in words which setting they do not know. */
    private static boolean isUnknownTimestampSetting(@Nullable Throwable refusal) {
        if (!(refusal instanceof InvalidConfigurationException)) {
            return false;
        }
        String words = String.valueOf(refusal.getMessage());
        return words.contains("Unknown topic config name") && words.contains("message.timestamp.");
    }

    private static boolean requestCreation(TopicAdmin admin, TopicSpec topic) throws Exception {
        try {
            admin.get(admin.kafka().createTopics(List.of(topic.toKafka())).all());
            return true;
        } catch (ExecutionException e) {
            // The protocol lets a broker leave a new topic's settings out of its answer, or their origin. Kafka's
            // client (4.4.0) fails on that null or unknown id: the topic is there, and its leaders are waited for next.
            if (e.getCause() instanceof NullPointerException || e.getCause() instanceof IllegalArgumentException) {
                return false;
            }
            throw e;
        }
    }

    private static void deleteAfter(ClusterException failure, ClusterTarget target, String topic, Duration timeout) {
        try {
            delete(target, topic, timeout);
        } catch (ClusterException e) {
            failure.addSuppressed(e);
        }
    }

    /**
     * Adds partitions to a topic and waits until all of them can be used.
     *
     * @param partitions that it is to have in all; no fewer than it has
     * @param timeout the longest that the cluster may take for each step
     * @throws ClusterException when the cluster refuses it or does not answer
     */
    public static void addPartitions(ClusterTarget target, String topic, int partitions, Duration timeout) {
        try (TopicAdmin admin = TopicAdmin.open(target, timeout)) {
            answered(
                    target,
                    "topic " + topic + " did not get " + partitions + " partitions",
                    () -> admin.get(admin.kafka()
                            .createPartitions(Map.of(topic, NewPartitions.increaseTo(partitions)))
                            .all()));
            List<TopicSpec> grown = List.of(new TopicSpec(topic, partitions, 1, Map.of()));
            awaitLeaders(target, grown, timeout);
            awaitService(admin, target, grown, timeout);
        }
    }

    /**
     * Again after every error that Kafka calls retriable. A leader that is not ready yet answers with one that Kafka's
     * client itself tries again after. A broker that has not heard of the topic yet does not: the client asks any of them
     * for the leaders, and gives up when that one knows of no such topic, although another named its leaders before.
     */
    static void awaitService(TopicAdmin admin, ClusterTarget target, List<TopicSpec> topics, Duration timeout) {
        Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
        for (TopicSpec topic : topics) {
            for (int partition = 0; partition < topic.partitions(); partition++) {
                ends.put(new TopicPartition(topic.name(), partition), OffsetSpec.latest());
            }
        }
        answered(
                target,
                "the new topics did not become usable",
                () -> retried(
                        timeout, () -> admin.get(admin.kafka().listOffsets(ends).all())));
    }

    /**
     * Asks again, until the time limit, after errors that Kafka says may pass by themselves. A request that waited for an
     * answer in vain has waited long enough.
     */
    private static <T> T retried(Duration timeout, Callable<T> request) throws Exception {
        long deadlineNanos = System.nanoTime() + timeout.toNanos();
        while (true) {
            try {
                return request.call();
            } catch (ExecutionException e) {
                boolean mayPass =
                        e.getCause() instanceof RetriableException && !(e.getCause() instanceof TimeoutException);
                if (!mayPass || System.nanoTime() > deadlineNanos) {
                    throw e;
                }
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    /**
     * Deletes a topic; one that is gone already is no error.
     *
     * @param timeout the longest that the cluster may take
     * @throws ClusterException when it stays
     */
    public static void delete(ClusterTarget target, String topic, Duration timeout) {
        try (TopicAdmin admin = TopicAdmin.open(target, timeout)) {
            answered(target, "topic " + topic + " was not deleted", () -> {
                try {
                    admin.get(admin.kafka().deleteTopics(List.of(topic)).all());
                    if (target instanceof RemoteCluster remote) {
                        remote.deleted(topic);
                    }
                    return topic;
                } catch (ExecutionException e) {
                    if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                        return topic;
                    }
                    throw e;
                }
            });
        }
    }

    /**
     * Sets one of a topic's settings.
     *
     * @param timeout the longest that the cluster may take
     * @throws ClusterException when it is refused
     */
    public static void configure(ClusterTarget target, String topic, String key, String value, Duration timeout) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        AlterConfigOp set = new AlterConfigOp(new ConfigEntry(key, value), AlterConfigOp.OpType.SET);
        try (TopicAdmin admin = TopicAdmin.open(target, timeout)) {
            answered(
                    target,
                    key + " of topic " + topic + " was not set to " + value,
                    () -> admin.get(admin.kafka()
                            .incrementalAlterConfigs(Map.of(resource, List.of(set)))
                            .all()));
        }
    }

    /**
     * Names of topics.
     *
     * @param prefix how they begin
     * @param timeout the longest that the cluster may take
     * @throws ClusterException when it does not answer
     */
    public static List<String> named(ClusterTarget target, String prefix, Duration timeout) {
        List<String> found = new ArrayList<>();
        try (TopicAdmin admin = TopicAdmin.open(target, timeout)) {
            answered(
                    target,
                    "the topics could not be listed",
                    () -> found.addAll(admin.get(admin.kafka().listTopics().names())));
        }
        return found.stream().filter(name -> name.startsWith(prefix)).sorted().toList();
    }

    /**
     * Bytes of all replicas of topics, by the brokers' own account.
     *
     * @return empty where a broker does not answer, for want of permission or of its address
     */
    public static Optional<Long> diskBytes(ClusterTarget target, List<String> topics, Duration timeout) {
        Set<String> wanted = Set.copyOf(topics);
        try (TopicAdmin admin = TopicAdmin.open(target, timeout)) {
            List<Integer> brokers = admin.get(admin.kafka().describeCluster().nodes()).stream()
                    .map(Node::id)
                    .toList();
            long bytes = 0;
            for (Map<String, LogDirDescription> folders : admin.get(
                            admin.kafka().describeLogDirs(brokers).allDescriptions())
                    .values()) {
                for (LogDirDescription folder : folders.values()) {
                    for (Map.Entry<TopicPartition, ReplicaInfo> replica :
                            folder.replicaInfos().entrySet()) {
                        bytes += wanted.contains(replica.getKey().topic())
                                ? replica.getValue().size()
                                : 0;
                    }
                }
            }
            return Optional.of(bytes);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (Exception e) {
            return Optional.empty();
        }
    }

    private static void awaitLeaders(ClusterTarget target, List<TopicSpec> topics, Duration timeout) {
        List<String> names = topics.stream().map(TopicSpec::name).toList();
        long deadlineNanos = System.nanoTime() + timeout.toNanos();
        RawClientOptions options = RawClientOptions.DEFAULTS.withTimeLimit(timeout);
        answered(target, "the new topics did not become usable", () -> {
            try (RawClient client = RawClient.open(target.connection(), options)) {
                TopicCatalog catalog = client.catalog();
                while (!haveLeaders(catalog, topics, names)) {
                    if (System.nanoTime() > deadlineNanos) {
                        throw new ClusterException("the new topics " + String.join(", ", names)
                                + " have no leader after " + timeout.toSeconds() + " s: look at the brokers of "
                                + target.bootstrap());
                    }
                    TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
                }
                return names;
            }
        });
    }

    private static boolean haveLeaders(TopicCatalog catalog, List<TopicSpec> topics, List<String> names) {
        Map<String, TopicCatalog.Topic> found = new HashMap<>();
        catalog.named(names).forEach(topic -> found.put(topic.name(), topic));
        return topics.stream().allMatch(topic -> {
            TopicCatalog.Topic shown = found.get(topic.name());
            return shown != null && shown.led() && shown.partitions() == topic.partitions();
        });
    }

    private static void answered(ClusterTarget target, String failure, Callable<?> request) {
        try {
            request.call();
        } catch (ExecutionException e) {
            throw refused(target, failure, e.getCause() == null ? e : e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClusterException(failure + ": interrupted", e);
        } catch (ClusterException e) {
            throw e;
        } catch (Exception e) {
            throw refused(target, failure, e);
        }
    }

    private static ClusterException refused(ClusterTarget target, String failure, Throwable cause) {
        if (cause instanceof TopicExistsException) {
            return new ClusterException(
                    failure + ": " + target.bootstrap()
                            + " has a topic of that name already, and what exists is left alone; take another name",
                    cause);
        }
        if (cause instanceof TimeoutException || cause instanceof java.util.concurrent.TimeoutException) {
            return new ClusterException(
                    failure + ": no broker answers at " + target.bootstrap()
                            + "; check the address, and --command-config if it asks for TLS or a login",
                    cause);
        }
        return new ClusterException(failure + ": " + FailureWords.of(cause), cause);
    }
}
