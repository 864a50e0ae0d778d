package dev.squeeze.gateway;

import dev.squeeze.cluster.ClusterTarget;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * Which topics there are. Asked before a record is accepted: Kafka's producer would wait a minute for a topic that does not
 * exist, with everybody behind it in the queue. The question never creates one, whatever the brokers are set to.
 */
final class TopicDirectory implements AutoCloseable {
    /** What is known stays so for this long; topics are seldom deleted. */
    private static final long PRESENT_NANOS = TimeUnit.MINUTES.toNanos(5);
    /** A topic that was missing may be created at any moment. */
    private static final long ABSENT_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final int MOST_TOPICS = 10_000;
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Admin admin;
    private final Set<String> allowed;
    private final ConcurrentHashMap<String, Entry> entries = new ConcurrentHashMap<>();

    /** What is known of a topic. */
    enum Standing {
        PRESENT,
        ABSENT,
        /** The cluster does not say. */
        UNKNOWN
    }

    private record Entry(CompletableFuture<Standing> standing, long askedNanos) {
        boolean isFresh() {
            Standing known = standing.getNow(null);
            long age = System.nanoTime() - askedNanos;
            return known == null || age < (known == Standing.PRESENT ? PRESENT_NANOS : ABSENT_NANOS);
        }
    }

    /** @param allowed the only topics that are written to; empty: all */
    TopicDirectory(ClusterTarget target, Set<String> allowed) {
        this.allowed = Set.copyOf(allowed);
        var settings = target.connection();
        settings.keySet().retainAll(AdminClientConfig.configNames());
        settings.put(AdminClientConfig.CLIENT_ID_CONFIG, "squeeze-gateway-topics");
        this.admin = Admin.create(settings);
    }

    /** @throws RefusedException for a topic that nobody may write to, whether it exists or not */
    void requireAllowed(String topic) {
        if (!TopicName.isLegal(topic)) {
            throw new RefusedException(
                    Refusal.BAD_REQUEST,
                    "no name of a topic: Kafka takes up to 249 letters, digits, dots, underscores and hyphens");
        }
        if (!allowed.isEmpty() && !allowed.contains(topic)) {
            throw new RefusedException(Refusal.TOPIC_NOT_ALLOWED, "this gateway does not write to topic " + topic);
        }
        if (allowed.isEmpty() && TopicName.isKafkasOwn(topic)) {
            throw new RefusedException(
                    Refusal.TOPIC_NOT_ALLOWED,
                    "topics whose names begin with __ are Kafka's own: this gateway writes to them only if --topic names"
                            + " them");
        }
    }

    /** Asks the cluster where that is not known; what is known is there at once. */
    CompletableFuture<Standing> standing(String topic) {
        Entry known = entries.get(topic);
        if (known != null && known.isFresh()) {
            return known.standing();
        }
        if (known == null && entries.size() >= MOST_TOPICS) {
            entries.values().removeIf(entry -> entry.standing().getNow(null) == Standing.ABSENT);
            if (entries.size() >= MOST_TOPICS) {
                return CompletableFuture.completedFuture(Standing.UNKNOWN);
            }
        }
        return entries.compute(topic, (name, old) -> old != null && old.isFresh() ? old : ask(name, old))
                .standing();
    }

    private Entry ask(String topic, @Nullable Entry old) {
        boolean wasPresent = old != null && old.standing().getNow(null) == Standing.PRESENT;
        CompletableFuture<Standing> answer = admin.describeTopics(
                        List.of(topic), new DescribeTopicsOptions().timeoutMs((int) PATIENCE.toMillis()))
                .allTopicNames()
                .toCompletionStage()
                .toCompletableFuture()
                .handle((description, failure) -> failure == null ? Standing.PRESENT : standing(failure, wasPresent));
        return new Entry(answer, System.nanoTime());
    }

    /** While the cluster is away, what was there a moment ago still counts: the queue is there to bridge that. */
    private static Standing standing(Throwable failure, boolean wasPresent) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof UnknownTopicOrPartitionException) {
            return Standing.ABSENT;
        }
        return wasPresent ? Standing.PRESENT : Standing.UNKNOWN;
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(1));
    }
}
