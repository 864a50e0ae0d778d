package dev.squeeze.engine.workers;

import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.cluster.ClusterFacts;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.cluster.TopicLease;
import dev.squeeze.kit.cluster.TopicSpec;
import dev.squeeze.kit.cluster.Topics;
import dev.squeeze.kit.kafka.FailureWords;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.jspecify.annotations.Nullable;

/** Creates and deletes control topics, and reports a missing permission in one line. */
final class ControlAccess {
    private static final int MAX_REPLICAS = 3;
    private static final int MAX_CAUSES = 10;
    private static final Duration MAX_FORGETTING = Duration.ofSeconds(5);
    private static final long FORGETTING_MILLIS = 50;
    private static final Map<String, String> LOBBY = Map.of("cleanup.policy", "delete", "retention.ms", "3600000");

    private final RemoteCluster control;
    private final Duration timeout;

    ControlAccess(RemoteCluster control, Duration timeout) {
        this.control = control;
        this.timeout = timeout;
    }

    /** Creates the lobby of a group if it does not exist. */
    void requireLobby(ControlTopics topics) {
        boolean exists;
        try (ClusterFacts facts = ClusterFacts.open(control, timeout)) {
            exists = facts.topic(topics.lobby()).isPresent();
        }
        if (!exists) {
            try {
                create(topics.lobby(), 1, LOBBY);
            } catch (ClusterException e) {
                // Another worker may have been faster.
                if (!(e.getCause() instanceof TopicExistsException)) {
                    throw e;
                }
            }
        }
    }

    void create(String topic, int partitions, Map<String, String> configs) {
        int replicas;
        try (ClusterFacts facts = ClusterFacts.open(control, timeout)) {
            replicas = Math.max(1, Math.min(MAX_REPLICAS, facts.brokers().size()));
        }
        try {
            Topics.create(control, List.of(new TopicSpec(topic, partitions, replicas, configs)), timeout);
        } catch (ClusterException e) {
            throw isRefusal(e) ? missing(control, "Create and Describe on topic " + topic, e) : e;
        }
    }

    void delete(String topic) {
        try {
            Topics.delete(control, topic, timeout);
        } catch (ClusterException e) {
            throw isRefusal(e) ? missing(control, "Delete on topic " + topic, e) : e;
        }
    }

    /**
     * Waits until deleted topics are no longer listed: the controller answers before the brokers know of the deletion,
     * so that on a busy machine a topic could still be listed as left behind.
     */
    void awaitGone(List<String> topics) {
        long deadlineNanos = System.nanoTime() + MAX_FORGETTING.toNanos();
        try {
            while (!Collections.disjoint(Topics.named(control, TopicLease.PREFIX, timeout), topics)
                    && System.nanoTime() < deadlineNanos) {
                TimeUnit.MILLISECONDS.sleep(FORGETTING_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ClusterException e) {
            // They are deleted; it does not matter that this cannot be confirmed.
        }
    }

    /**
     * Converts a failure of Kafka's clients into a one-line message.
     *
     * @param permission what the user needs, such as {@code Read on topic x}
     */
    static ClusterException failed(RemoteCluster control, String permission, RuntimeException failure) {
        return isRefusal(failure)
                ? missing(control, permission, failure)
                : new ClusterException(
                        "the control cluster at " + control.bootstrap() + " failed: " + FailureWords.of(failure),
                        failure);
    }

    static boolean isRefusal(Throwable failure) {
        return refusal(failure).isPresent();
    }

    private static Optional<AuthorizationException> refusal(Throwable failure) {
        @Nullable Throwable cause = failure;
        for (int i = 0; i < MAX_CAUSES && cause != null; i++) {
            if (cause instanceof AuthorizationException refused) {
                return Optional.of(refused);
            }
            cause = cause.getCause();
        }
        return Optional.empty();
    }

    private static ClusterException missing(RemoteCluster control, String permission, Throwable failure) {
        return new ClusterException(
                "the control cluster at " + control.bootstrap() + " lacks an ACL: this user needs " + permission
                        + " (docs/guide/workers.md lists all of them)",
                failure);
    }
}
