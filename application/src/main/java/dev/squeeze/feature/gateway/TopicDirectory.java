package dev.squeeze.feature.gateway;

import dev.squeeze.kit.cluster.ClusterTarget;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.DescribeConfigsOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * Looks up which topics exist and which records they accept. Queried before a record is accepted: otherwise a missing
 * topic would only be noticed after the sender has received a 202. The lookup never creates a topic, whatever the
 * brokers' configuration.
 */
final class TopicDirectory implements AutoCloseable {
    /** After this time the topic is looked up again, while requests use what is known. */
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(10);
    /** After this time requests wait for the lookup. */
    private static final long STALE_NANOS = TimeUnit.SECONDS.toNanos(20);
    /** A topic that was missing may be created at any moment. */
    private static final long ABSENT_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final int MAX_TOPICS = 10_000;
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final Admin admin;
    private final Set<String> allowed;
    private final ConcurrentHashMap<String, Entry> entries = new ConcurrentHashMap<>();

    /** Whether a topic exists. */
    enum Presence {
        PRESENT,
        ABSENT,
        /** The cluster did not answer. */
        UNKNOWN
    }

    /** @param rules rules of the topic; present if the topic is */
    record TopicState(Presence presence, Optional<TopicRules> rules) {
        static final TopicState ABSENT = new TopicState(Presence.ABSENT, Optional.empty());
        static final TopicState UNKNOWN = new TopicState(Presence.UNKNOWN, Optional.empty());

        TopicState {
            if ((presence == Presence.PRESENT) != rules.isPresent()) {
                throw new IllegalArgumentException("only a topic that is present has rules");
            }
        }

        static TopicState of(TopicRules rules) {
            return new TopicState(Presence.PRESENT, Optional.of(rules));
        }
    }

    /**
     * @param answer result of the latest lookup
     * @param before what was known before that lookup
     * @param beforeNanos time of the lookup before
     */
    private record Entry(
            CompletableFuture<TopicState> answer,
            long askedNanos,
            @Nullable TopicState before,
            long beforeNanos) {
        /** Whether no lookup is needed now. */
        boolean isFresh(long nowNanos) {
            TopicState known = answer.getNow(null);
            long age = nowNanos - askedNanos;
            return known == null || age < (known.presence() == Presence.PRESENT ? FRESH_NANOS : ABSENT_NANOS);
        }

        /** Whether the lookup has finished and found no topic of this name. */
        boolean isNoTopic() {
            TopicState known = answer.getNow(null);
            return known != null && known.presence() != Presence.PRESENT;
        }

        /** What is known until the lookup finishes; null if nothing recent enough is known. */
        @Nullable
        TopicState meanwhile(long nowNanos) {
            return nowNanos - beforeNanos < STALE_NANOS ? before : null;
        }
    }

    /** @param allowed the only topics that may be written to; empty for all */
    TopicDirectory(ClusterTarget target, Set<String> allowed) {
        this.allowed = Set.copyOf(allowed);
        var settings = target.connection();
        settings.keySet().retainAll(AdminClientConfig.configNames());
        settings.put(AdminClientConfig.CLIENT_ID_CONFIG, "squeeze-gateway-topics");
        this.admin = Admin.create(settings);
    }

    /** @throws RefusedException if the gateway does not write to a topic of this name, whether it exists or not */
    void requireAllowed(String topic) {
        if (!TopicName.isLegal(topic)) {
            throw new RefusedException(
                    Refusal.BAD_REQUEST,
                    "not a topic name: Kafka accepts up to 249 letters, digits, dots, underscores and hyphens");
        }
        if (!allowed.isEmpty() && !allowed.contains(topic)) {
            throw new RefusedException(Refusal.TOPIC_NOT_ALLOWED, "this gateway does not write to topic " + topic);
        }
        if (allowed.isEmpty() && TopicName.isKafkasOwn(topic)) {
            throw new RefusedException(
                    Refusal.TOPIC_NOT_ALLOWED,
                    "topics whose names begin with __ are internal to Kafka: this gateway writes to them only if"
                            + " --topic names them");
        }
    }

    /**
     * Returns what is known about a topic, looking it up if that is unknown or outdated. Completes immediately if
     * something recent enough is known.
     */
    CompletableFuture<TopicState> state(String topic) {
        long nowNanos = System.nanoTime();
        Entry known = entries.get(topic);
        if (known == null && entries.size() >= MAX_TOPICS) {
            entries.values().removeIf(Entry::isNoTopic);
            if (entries.size() >= MAX_TOPICS) {
                return CompletableFuture.completedFuture(TopicState.UNKNOWN);
            }
        }
        if (known == null || !known.isFresh(nowNanos)) {
            known = entries.compute(
                    topic, (name, old) -> old != null && old.isFresh(nowNanos) ? old : ask(name, old, nowNanos));
        }
        TopicState meanwhile = known.answer().isDone() ? null : known.meanwhile(nowNanos);
        return meanwhile == null ? known.answer() : CompletableFuture.completedFuture(meanwhile);
    }

    /** Discards what is known about a topic. */
    void forget(String topic) {
        entries.remove(topic);
    }

    private Entry ask(String topic, @Nullable Entry old, long nowNanos) {
        TopicState known = old == null ? null : old.answer().getNow(null);
        TopicState before = known != null && known.presence() == Presence.PRESENT ? known : null;
        CompletableFuture<TopicState> answer = admin.describeTopics(
                        List.of(topic), new DescribeTopicsOptions().timeoutMs((int) TIMEOUT.toMillis()))
                .allTopicNames()
                .toCompletionStage()
                .toCompletableFuture()
                .handle((described, failure) -> idOf(described == null ? null : described.get(topic), failure))
                .thenCombine(configs(topic), (id, configs) -> rules(id, configs, before))
                .handle((rules, failure) -> rules != null ? TopicState.of(rules) : state(failure, before));
        return new Entry(answer, nowNanos, before, old == null ? nowNanos : old.askedNanos());
    }

    /**
     * Empty if the gateway's user may not read them, or the cluster does not answer; Kafka's defaults are assumed then.
     */
    private CompletableFuture<Optional<Config>> configs(String topic) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        return admin.describeConfigs(
                        List.of(resource), new DescribeConfigsOptions().timeoutMs((int) TIMEOUT.toMillis()))
                .all()
                .toCompletionStage()
                .toCompletableFuture()
                .handle((Map<ConfigResource, Config> configs, Throwable failure) ->
                        configs == null ? Optional.empty() : Optional.ofNullable(configs.get(resource)));
    }

    /**
     * The topic's id. Kafka's client (4.4.0) fails with a NullPointerException on a response in which a list is null,
     * which the protocol allows. The topic exists then, and its id is unknown, as with brokers before Kafka 2.8.
     */
    private static Uuid idOf(@Nullable TopicDescription topic, @Nullable Throwable failure) {
        if (topic != null) {
            return topic.topicId();
        }
        Throwable cause = failure == null ? new IllegalStateException("the cluster described another topic") : failure;
        Throwable reason = cause instanceof CompletionException && cause.getCause() != null ? cause.getCause() : cause;
        if (reason instanceof NullPointerException) {
            return Uuid.ZERO_UUID;
        }
        throw new CompletionException(reason);
    }

    private static TopicRules rules(Uuid id, Optional<Config> configs, @Nullable TopicState before) {
        Optional<TopicRules> old = before == null ? Optional.empty() : before.rules();
        if (configs.isEmpty() && old.isPresent() && old.get().id().equals(id)) {
            return old.get();
        }
        return TopicRules.of(id, name -> configs.map(config -> config.get(name)).map(ConfigEntry::value));
    }

    /**
     * While the cluster does not answer, a topic that was present a moment ago still counts as present; the queue
     * bridges the gap.
     */
    private static TopicState state(@Nullable Throwable failure, @Nullable TopicState before) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof UnknownTopicOrPartitionException) {
            return TopicState.ABSENT;
        }
        return before == null ? TopicState.UNKNOWN : before;
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(1));
    }
}
