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
 * Creates topics and keeps track of whether each was created, was not created, or is in doubt. A request without a response may
 * have created its topics, and the broker answers a retry as if somebody else had created them.
 */
final class TopicCreation {
    /** A controller accepts 10,000 changes per request; each topic, setting and partition counts as one. */
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

    /** Topics that a broker reported as created. */
    List<String> created() {
        return List.copyOf(created);
    }

    /** Requested topics without a response on whether they were created. */
    List<String> inDoubt() {
        return List.copyOf(inDoubt);
    }

    /**
     * The number of topics in the next request. The first topic is requested alone: its response shows which names of settings the
     * brokers know, and whether their responses can be parsed.
     *
     * @param topics remaining topics, at least one
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
     * Creates topics with one request, and retries those for which that may help.
     *
     * @throws ClusterException if one is not created; see {@link #created} and {@link #inDoubt} for the others
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
     * The protocol allows brokers to omit a new topic's settings, or their source, from the response. Kafka's client (4.4.0) fails
     * on that null or unknown id, but the topic exists.
     */
    private static boolean isUnreadable(Throwable reason) {
        return reason instanceof NullPointerException || reason instanceof IllegalArgumentException;
    }

    /**
     * Evaluates the failure to create a topic, and updates what is known of it.
     *
     * @param former whether it was requested with the settings of older brokers
     * @return whether a retry may create it
     */
    private boolean mayBeCreatedYet(TopicSpec topic, Throwable reason, boolean former) {
        if (reason instanceof TopicExistsException) {
            // A topic that this process just deleted may still have the name.
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
        // Without retries, Kafka's client reports a retriable error as the cause of a timeout.
        Throwable cause = reason instanceof TimeoutException && reason.getCause() != null ? reason.getCause() : reason;
        boolean refused = cause instanceof ApiException
                && !(cause instanceof RetriableException && !(cause instanceof NotControllerException))
                && !(cause instanceof UnknownServerException);
        if (!refused) {
            inDoubt.add(topic.name());
        }
        return cause != reason && cause instanceof RetriableException && !(cause instanceof TimeoutException);
    }

    /** Brokers name an unknown setting only in the error message. */
    private static boolean isUnknownTimestampSetting(Throwable refusal) {
        if (!(refusal instanceof InvalidConfigurationException)) {
            return false;
        }
        String words = String.valueOf(refusal.getMessage());
        return words.contains("Unknown topic config name") && words.contains("message.timestamp.");
    }
}
