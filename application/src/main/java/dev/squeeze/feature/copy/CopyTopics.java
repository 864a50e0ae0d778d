package dev.squeeze.feature.copy;

import dev.squeeze.kit.cluster.Answer;
import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.cluster.ClusterFacts;
import dev.squeeze.kit.cluster.ClusterTarget;
import dev.squeeze.kit.cluster.TopicSpec;
import dev.squeeze.kit.cluster.Topics;
import dev.squeeze.kit.format.TopicCompression;
import dev.squeeze.kit.kafka.RawAccessException;
import dev.squeeze.kit.kafka.RawClient;
import dev.squeeze.kit.kafka.TopicLayout;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.PolicyViolationException;

/** Finds and creates the topics of a copy: the source and its destinations. */
final class CopyTopics {
    /**
     * With these settings a broker stores batches unchanged: timestamps may be years old, nothing is deleted before it
     * was compared, and nothing is compacted or recompressed.
     */
    static final Map<String, String> KEEPS_EVERYTHING = Map.of(
            "cleanup.policy",
            "delete",
            "retention.ms",
            "-1",
            "retention.bytes",
            "-1",
            TopicCompression.KEY,
            TopicCompression.PRODUCER.value(),
            "message.timestamp.type",
            "CreateTime",
            "message.timestamp.after.max.ms",
            String.valueOf(Long.MAX_VALUE),
            "message.timestamp.before.max.ms",
            String.valueOf(Long.MAX_VALUE));

    private static final String MAX_MESSAGE_BYTES = "max.message.bytes";
    /** The brokers' default of max.message.bytes. */
    private static final int DEFAULT_MESSAGE_BYTES = 1048588;

    private CopyTopics() {}

    /**
     * @param layout with the id of the topic
     * @param id of cluster and topic; a recreated topic has another id
     * @param settings settings set explicitly, on the topic or on a broker; empty without permission to read them
     * @param retention absent without that permission
     */
    record Source(
            TopicLayout layout,
            String id,
            int partitions,
            int replicationFactor,
            Map<String, String> settings,
            Optional<TopicRetention> retention) {
        Source withPartitions(int fewer) {
            return new Source(layout, id, fewer, replicationFactor, settings, retention);
        }
    }

    /**
     * @param layout with the id of the topic
     * @param largestBatchBytes size of the largest batch that it accepts
     * @param created whether this run created it
     * @param madeByCopy whether it has all settings with which a copy creates topics, which no other topic has: a run
     *     may have created it and been killed before its first commit
     * @param keepsLess how its brokers delete records that the source keeps, and what to do about it; absent if they do
     *     not, or if the settings of either topic cannot be read
     */
    record Destination(
            TopicLayout layout,
            int largestBatchBytes,
            boolean created,
            boolean madeByCopy,
            Optional<String> keepsLess) {
        /** The topic's id. */
        String id() {
            return idOf(layout);
        }

        int partitions() {
            return layout.leaders().size();
        }
    }

    /**
     * Finds the source.
     *
     * @throws RawAccessException if there is no such topic, or no response
     */
    static Source source(ClusterTarget cluster, RawClient client, String topic, Duration timeout) {
        TopicLayout layout = client.topic(topic);
        try (ClusterFacts facts = ClusterFacts.open(cluster, timeout)) {
            int replicas = facts.topic(topic)
                    .map(ClusterFacts.Topic::replicationFactor)
                    .orElse(1);
            Map<String, ClusterFacts.Setting> all = settings(facts, topic).orElse(Map.of());
            Map<String, String> settings = new TreeMap<>();
            all.forEach((key, setting) -> {
                if (!setting.standard()) {
                    settings.put(key, setting.value());
                }
            });
            return new Source(
                    layout,
                    facts.id().orElse("?") + "/" + idOf(layout),
                    layout.leaders().size(),
                    replicas,
                    Map.copyOf(settings),
                    TopicRetention.ofSettings(all));
        }
    }

    private static String idOf(TopicLayout layout) {
        return layout.id().map(Object::toString).orElse("topic-without-id");
    }

    private static Optional<Map<String, ClusterFacts.Setting>> settings(ClusterFacts facts, String topic) {
        Answer<Map<String, ClusterFacts.Setting>> answer =
                facts.topicSettings(List.of(topic)).get(topic);
        return answer == null ? Optional.empty() : answer.value();
    }

    /**
     * Finds a destination, without changing anything.
     *
     * @return empty if there is no such topic yet
     * @throws CopyException if the topic cannot hold the copy
     */
    static Optional<Destination> find(
            ClusterTarget cluster, RawClient client, CopyTarget target, Source source, CopyPlan plan) {
        try (ClusterFacts facts = ClusterFacts.open(cluster, plan.timeLimit())) {
            return facts.topic(target.topic()).isEmpty()
                    ? Optional.empty()
                    : Optional.of(described(facts, cluster, client.topic(target.topic()), target, source, plan));
        }
    }

    private static Destination described(
            ClusterFacts facts,
            ClusterTarget cluster,
            TopicLayout layout,
            CopyTarget target,
            Source source,
            CopyPlan plan) {
        boolean canBeTheSame = layout.id().isPresent() || target.topic().equals(plan.topic());
        if (canBeTheSame && source.id().equals(facts.id().orElse("?") + "/" + idOf(layout))) {
            throw new CopyException("topic " + target.topic() + " of " + cluster.bootstrap()
                    + " is the source itself, under another address: a topic cannot be copied into itself, give another"
                    + " --to-topic or another cluster");
        }
        Map<String, ClusterFacts.Setting> settings =
                settings(facts, target.topic()).orElse(Map.of());
        requireKeeping(target, settings);
        return new Destination(
                layout,
                largest(settings),
                false,
                isMadeByCopy(settings),
                keepsLess(cluster, target, source, TopicRetention.ofSettings(settings)));
    }

    /** A warning instead of an error: the user may want to keep less, but has to know before the source is gone. */
    private static Optional<String> keepsLess(
            ClusterTarget cluster, CopyTarget target, Source source, Optional<TopicRetention> retention) {
        if (source.retention().isEmpty() || retention.isEmpty()) {
            return Optional.empty();
        }
        TopicRetention longer = source.retention().get();
        List<String> differences = retention.get().differences(longer);
        return differences.isEmpty()
                ? Optional.empty()
                : Optional.of(target.topic() + " keeps less than the source: it has " + String.join("; ", differences)
                        + ". Its brokers delete copied records accordingly, old ones within minutes, since timestamps are"
                        + " kept. To keep what the source keeps: kafka-configs.sh "
                        + cluster.forKafkaTools() + " --alter --entity-type topics --entity-name " + target.topic()
                        + " --add-config " + retention.get().settingsToKeepAll(longer));
    }

    /** Creates a destination. */
    static Destination create(
            ClusterTarget cluster, RawClient client, CopyTarget target, Source source, CopyPlan plan) {
        Topics.create(cluster, List.of(spec(target, source, plan)), plan.timeLimit());
        try (ClusterFacts facts = ClusterFacts.open(cluster, plan.timeLimit())) {
            // Unlike ClusterFacts, the client waits until all brokers know the topic.
            Destination created = described(facts, cluster, client.topic(target.topic()), target, source, plan);
            return new Destination(created.layout(), created.largestBatchBytes(), true, true, created.keepsLess());
        }
    }

    /**
     * Adds partitions to a copy that has fewer than the source.
     *
     * @throws CopyException with the command to run, if this user may not add partitions
     */
    static Destination grow(
            ClusterTarget cluster,
            RawClient client,
            CopyTarget target,
            Source source,
            CopyPlan plan,
            Destination found) {
        try {
            Topics.addPartitions(cluster, target.topic(), source.partitions(), plan.timeLimit());
        } catch (ClusterException e) {
            if (e.getCause() instanceof AuthorizationException || e.getCause() instanceof PolicyViolationException) {
                throw new CopyException(
                        e.getMessage() + "; the source has " + source.partitions() + " partitions, the copy "
                                + found.partitions() + ": ask an administrator to add them with "
                                + addingPartitions(cluster, target, source) + ", then run the same command again",
                        e);
            }
            throw e;
        }
        return new Destination(
                client.topic(target.topic()),
                found.largestBatchBytes(),
                found.created(),
                found.madeByCopy(),
                found.keepsLess());
    }

    /** Kafka's own command for adding the missing partitions. */
    static String addingPartitions(ClusterTarget cluster, CopyTarget target, Source source) {
        return "kafka-topics.sh " + cluster.forKafkaTools() + " --alter --topic " + target.topic() + " --partitions "
                + source.partitions();
    }

    private static int largest(Map<String, ClusterFacts.Setting> settings) {
        ClusterFacts.Setting setting = settings.get(MAX_MESSAGE_BYTES);
        // If the setting cannot be read, the broker rejects a batch that is too large, and that error is reported.
        return setting == null || setting.value().isEmpty() ? Integer.MAX_VALUE : Integer.parseInt(setting.value());
    }

    private static void requireKeeping(CopyTarget target, Map<String, ClusterFacts.Setting> settings) {
        TopicCompression compression = TopicCompression.parse(valueOf(settings, TopicCompression.KEY, ""));
        boolean keeps =
                target.codec().map(codec -> compression.keeps(codec.type())).orElse(compression.keepsWhatIsSent());
        if (!keeps) {
            throw new CopyException("topic " + target.topic() + " has " + compression.configLine()
                    + ", so its broker would recompress the copy: set it to producer");
        }
        if (valueOf(settings, "message.timestamp.type", "CreateTime").equals("LogAppendTime")) {
            throw new CopyException("topic " + target.topic()
                    + " has message.timestamp.type=LogAppendTime, so the copy would lose its timestamps: set it to"
                    + " CreateTime");
        }
    }

    private static boolean isMadeByCopy(Map<String, ClusterFacts.Setting> settings) {
        return KEEPS_EVERYTHING.entrySet().stream()
                .allMatch(wanted -> valueOf(settings, wanted.getKey(), "").equals(wanted.getValue()));
    }

    private static String valueOf(Map<String, ClusterFacts.Setting> settings, String key, String standard) {
        ClusterFacts.Setting setting = settings.get(key);
        return setting == null || setting.value().isEmpty() ? standard : setting.value();
    }

    private static TopicSpec spec(CopyTarget target, Source source, CopyPlan plan) {
        Map<String, String> settings = new TreeMap<>(KEEPS_EVERYTHING);
        String largest = source.settings().get(MAX_MESSAGE_BYTES);
        if (largest != null && Integer.parseInt(largest) > DEFAULT_MESSAGE_BYTES) {
            settings.put(MAX_MESSAGE_BYTES, largest);
        }
        settings.putAll(plan.topicConfigs());
        return new TopicSpec(
                target.topic(),
                source.partitions(),
                plan.replicationFactor().orElse(source.replicationFactor()),
                settings);
    }
}
