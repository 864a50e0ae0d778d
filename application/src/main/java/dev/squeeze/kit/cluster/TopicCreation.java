package dev.squeeze.kit.cluster;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.NotControllerException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownServerException;

/**
 * Requests that create topics, and what is known of each topic afterwards: created, not created, or in doubt. A request that went
 * unanswered may have created its topics, and asking again is then answered as if somebody else had.
 */
final class TopicCreation {
    /** A controller takes 10,000 changes in one request, of which a topic is one, and each setting and partition another. */
    private static final int MAX_TOPICS = 100;

    private static final int MAX_PARTITIONS = 1_000;
    private static final long POLL_MILLIS = 20;

    private final TopicAdmin admin;
    private final Set<String> created = new LinkedHashSet<>();
    private final Set<String> inDoubt = new LinkedHashSet<>();
    private boolean hasAsked;
    private boolean formerSettings;
    private boolean unreadable;

    /** @param admin {@link TopicAdmin#withoutRetries without retries} */
    TopicCreation(TopicAdmin admin) {
        this.admin = admin;
    }

    /** Topics that a broker said it created. */
    List<String> created() {
        return List.copyOf(created);
    }

    /** Topics that were asked for, and of which nobody said whether they were created. */
    List<String> inDoubt() {
        return List.copyOf(inDoubt);
    }

    /**
     * How many of the topics go into the next request. The first goes alone: from its answer it is known in which words the brokers
     * want settings, and whether their answers can be read.
     *
     * @param topics that are left, at least one
     */
    int portion(List<TopicSpec> topics) {
        if (!hasAsked || unreadable) {
            return 1;
        }
        long partitions = 0;
        int count = 0;
        for (TopicSpec topic : topics) {
            partitions += topic.partitions();
            if (count == MAX_TOPICS || count > 0 && partitions > MAX_PARTITIONS) {
                break;
            }
            count++;
        }
        return count;
    }

    /**
     * Creates topics with one request, and asks again for those for which that may help.
     *
     * @throws ClusterException when one is not created; {@link #created} and {@link #inDoubt} say what is known of the others
     */
    void request(List<TopicSpec> topics) {
        Map<String, TopicSpec> left = new LinkedHashMap<>();
        topics.forEach(topic -> left.put(topic.name(), topic));
        long deadlineNanos = System.nanoTime() + admin.timeout().toNanos();
        while (true) {
            requestOnce(left, deadlineNanos);
            if (left.isEmpty()) {
                break;
            }
            TopicAdmin.answered(admin.target(), "topics were not created", () -> {
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
                return left;
            });
        }
        hasAsked = true;
    }

    private void requestOnce(Map<String, TopicSpec> left, long deadlineNanos) {
        boolean former = formerSettings;
        List<NewTopic> wanted = left.values().stream()
                .map(topic -> former ? topic.forBrokersBefore36().orElse(topic) : topic)
                .map(TopicSpec::toKafka)
                .toList();
        long millis = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
        Map<String, Throwable> failures = admin.failures(admin.kafka()
                .createTopics(wanted, new CreateTopicsOptions().timeoutMs((int) Math.max(1, millis)))
                .values());
        List<ClusterException> refusals = new ArrayList<>();
        for (TopicSpec topic : List.copyOf(left.values())) {
            Throwable reason = failures.get(topic.name());
            if (reason == null || isUnreadable(reason) && wanted.size() == 1) {
                unreadable |= reason != null;
                left.remove(topic.name());
                inDoubt.remove(topic.name());
                created.add(topic.name());
            } else if (!mayBeCreatedYet(topic, reason, former) || System.nanoTime() > deadlineNanos) {
                refusals.add(TopicAdmin.refused(admin.target(), "topic " + topic.name() + " was not created", reason));
            }
        }
        if (!refusals.isEmpty()) {
            throw refusals.get(0);
        }
    }

    /**
     * The protocol lets a broker leave a new topic's settings out of its answer, or their origin. Kafka's client (4.4.0) fails on that
     * null or unknown id: the topic is there.
     */
    private static boolean isUnreadable(Throwable reason) {
        return reason instanceof NullPointerException || reason instanceof IllegalArgumentException;
    }

    /**
     * Notes what a failure says of a topic.
     *
     * @param former whether it was asked for in the settings of older brokers
     * @return whether it may be created if it is asked for again
     */
    private boolean mayBeCreatedYet(TopicSpec topic, Throwable reason, boolean former) {
        if (reason instanceof TopicExistsException) {
            // While the name is still that of a topic that we deleted a moment ago.
            return !inDoubt.contains(topic.name())
                    && admin.target() instanceof RemoteCluster remote
                    && remote.hasDeleted(topic.name());
        }
        if (!former
                && isUnknownTimestampSetting(reason)
                && topic.forBrokersBefore36().isPresent()) {
            formerSettings = true;
            return true;
        }
        // Without retries Kafka's client reports what it would have tried again as the cause of a timeout.
        Throwable cause = reason instanceof TimeoutException && reason.getCause() != null ? reason.getCause() : reason;
        boolean refused = cause instanceof ApiException
                && !(cause instanceof RetriableException && !(cause instanceof NotControllerException))
                && !(cause instanceof UnknownServerException);
        if (!refused) {
            inDoubt.add(topic.name());
        }
        return cause != reason && cause instanceof RetriableException && !(cause instanceof TimeoutException);
    }

    /** Brokers say only in words which setting they do not know. */
    private static boolean isUnknownTimestampSetting(Throwable refusal) {
        if (!(refusal instanceof InvalidConfigurationException)) {
            return false;
        }
        String words = String.valueOf(refusal.getMessage());
        return words.contains("Unknown topic config name") && words.contains("message.timestamp.");
    }
}
