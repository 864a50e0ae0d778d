package dev.squeeze.kit.cluster;

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
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.LogDirDescription;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.ReplicaInfo;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Creates and deletes topics of any cluster. */
public final class Topics {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final long POLL_MILLIS = 20;
    /** With one request. */
    private static final int MAX_DELETED = 100;

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
     * @param topics under names that the user gave: one that may have been created by a request that went unanswered is named, and
     *     not deleted, since it may be somebody else's
     * @param timeout the longest that the cluster may take for each step
     */
    public static void create(ClusterTarget target, List<TopicSpec> topics, Duration timeout) {
        create(target, topics, false, timeout, () -> false);
    }

    /**
     * The same, where nothing of ours is left if it fails.
     *
     * @param topics under names that this run made up and that no other run has
     * @param stop asked between requests; true ends it
     * @throws ClusterException also when a topic is there already, which is left alone
     * @throws CancellationException when {@code stop} ended it
     */
    static void createOwn(ClusterTarget target, List<TopicSpec> topics, Duration timeout, BooleanSupplier stop) {
        requireAbsent(target, topics, timeout);
        create(target, topics, true, timeout, stop);
    }

    private static void create(
            ClusterTarget target, List<TopicSpec> topics, boolean own, Duration timeout, BooleanSupplier stop) {
        if (topics.isEmpty()) {
            return;
        }
        try (TopicAdmin admin = TopicAdmin.open(target, timeout);
                TopicAdmin once = TopicAdmin.withoutRetries(target, timeout)) {
            TopicCreation creation = new TopicCreation(once);
            try {
                for (int done = 0; done < topics.size(); ) {
                    if (stop.getAsBoolean()) {
                        throw new CancellationException("interrupted while topics were created");
                    }
                    int until = done + creation.portion(topics.subList(done, topics.size()));
                    List<TopicSpec> portion = topics.subList(done, until);
                    creation.request(portion);
                    awaitLeaders(target, portion, timeout);
                    awaitService(admin, target, portion, timeout);
                    done = until;
                }
            } catch (RuntimeException e) {
                throw takenBack(admin, creation, own, e);
            }
        }
    }

    /** Before they are asked for: what is found after a request that went unanswered may then be ours. */
    private static void requireAbsent(ClusterTarget target, List<TopicSpec> topics, Duration timeout) {
        if (!(target instanceof RemoteCluster remote)) {
            return;
        }
        List<String> names = topics.stream()
                .map(TopicSpec::name)
                .filter(name -> !remote.hasDeleted(name))
                .toList();
        if (names.isEmpty()) {
            return;
        }
        RawClientOptions options = RawClientOptions.DEFAULTS.withTimeLimit(timeout);
        TopicAdmin.answered(target, "the topics of " + target.bootstrap() + " could not be looked at", () -> {
            try (RawClient client = RawClient.open(target.connection(), options)) {
                for (TopicCatalog.Topic found : client.catalog().named(names)) {
                    throw TopicAdmin.refused(
                            target,
                            "topic " + found.name() + " was not created",
                            new TopicExistsException("topic " + found.name() + " exists"));
                }
                return names;
            }
        });
    }

    /** Nobody would delete what was not reported. */
    static RuntimeException takenBack(TopicAdmin admin, TopicCreation creation, boolean own, RuntimeException failure) {
        List<String> ours = new ArrayList<>(creation.created());
        List<String> more = new ArrayList<>();
        if (own) {
            ours.addAll(creation.inDoubt());
        } else if (!creation.inDoubt().isEmpty() && admin.target() instanceof RemoteCluster) {
            more.add("a request that went unanswered may have created " + TopicNames.listed(creation.inDoubt())
                    + ": look whether it is there, and delete it if nobody uses it");
        }
        boolean interrupted = Thread.interrupted();
        try {
            delete(admin, ours);
        } catch (ClusterException e) {
            // Embedded brokers take their topics along.
            if (admin.target() instanceof RemoteCluster) {
                more.add(String.valueOf(e.getMessage()));
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        return more.isEmpty()
                ? failure
                : new ClusterException(failure.getMessage() + "; " + String.join("; ", more), cause);
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
            TopicAdmin.answered(
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
        TopicAdmin.answered(
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
        delete(target, List.of(topic), timeout);
    }

    /**
     * Deletes topics, many with each request.
     *
     * @param timeout the longest that the cluster may take for each request
     * @throws ClusterException that names those that stay
     */
    public static void delete(ClusterTarget target, List<String> topics, Duration timeout) {
        if (topics.isEmpty()) {
            return;
        }
        try (TopicAdmin admin = TopicAdmin.open(target, timeout)) {
            delete(admin, topics);
        }
    }

    static void delete(TopicAdmin admin, List<String> topics) {
        List<String> left = new ArrayList<>();
        List<Throwable> reasons = new ArrayList<>();
        for (int done = 0; done < topics.size(); done += MAX_DELETED) {
            List<String> portion = topics.subList(done, Math.min(topics.size(), done + MAX_DELETED));
            // With each request that nobody answers would go the same time.
            if (reasons.stream().anyMatch(reason -> !isAnswer(reason))) {
                left.addAll(portion);
                continue;
            }
            Map<String, Throwable> failures =
                    admin.failures(admin.kafka().deleteTopics(portion).topicNameValues());
            for (String topic : portion) {
                Throwable reason = failures.get(topic);
                if (reason == null && admin.target() instanceof RemoteCluster remote) {
                    remote.deleted(topic);
                } else if (reason != null && !(reason instanceof UnknownTopicOrPartitionException)) {
                    left.add(topic);
                    reasons.add(reason);
                }
            }
        }
        if (!left.isEmpty()) {
            String were = left.size() == 1 ? " was" : " were";
            throw TopicAdmin.refused(admin.target(), TopicNames.listed(left) + were + " not deleted", reasons.get(0));
        }
    }

    private static boolean isAnswer(Throwable reason) {
        return reason instanceof ApiException && !(reason instanceof TimeoutException);
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
            TopicAdmin.answered(
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
            TopicAdmin.answered(
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
        TopicAdmin.answered(target, "the new topics did not become usable", () -> {
            try (RawClient client = RawClient.open(target.connection(), options)) {
                TopicCatalog catalog = client.catalog();
                while (!haveLeaders(catalog, topics, names)) {
                    if (System.nanoTime() > deadlineNanos) {
                        throw new ClusterException("of the new " + TopicNames.listed(names)
                                + " not all partitions have a leader after " + timeout.toSeconds()
                                + " s: look at the brokers of "
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
}
