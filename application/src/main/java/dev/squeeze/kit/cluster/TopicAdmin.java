package dev.squeeze.kit.cluster;

import dev.squeeze.kit.kafka.FailureWords;
import dev.squeeze.kit.kafka.SetupProblem;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.TopicExistsException;

/** Kafka's admin client for a while: no answer is waited for longer than was stated, and none of a dead broker. */
final class TopicAdmin implements AutoCloseable {
    private static final long LOOK_UP_MILLIS = 50;

    private final ClusterTarget target;
    private final Duration timeout;
    private final Admin admin;

    TopicAdmin(ClusterTarget target, Duration timeout, Admin admin) {
        this.target = target;
        this.timeout = timeout;
        this.admin = admin;
    }

    /** @throws ClusterException when Kafka refuses the client's settings */
    static TopicAdmin open(ClusterTarget target, Duration timeout) {
        return open(target, timeout, Map.of());
    }

    /**
     * The same, for requests that are not the same when they are sent twice: whoever sends one again must know that the first went
     * unanswered.
     */
    static TopicAdmin withoutRetries(ClusterTarget target, Duration timeout) {
        return open(target, timeout, Map.of(AdminClientConfig.RETRIES_CONFIG, 0));
    }

    private static TopicAdmin open(ClusterTarget target, Duration timeout, Map<String, Object> more) {
        Map<String, Object> settings = target.connection();
        settings.keySet().retainAll(AdminClientConfig.configNames());
        int timeoutMillis = (int) timeout.toMillis();
        // The limit that was stated holds, whatever the client's settings say; Kafka wants the second no longer.
        settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, timeoutMillis);
        settings.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, timeoutMillis);
        settings.putAll(more);
        try {
            return new TopicAdmin(target, timeout, Admin.create(settings));
        } catch (KafkaException | IllegalArgumentException e) {
            throw new ClusterException(SetupProblem.explain(target.bootstrap(), settings, e));
        }
    }

    Admin kafka() {
        return admin;
    }

    ClusterTarget target() {
        return target;
    }

    Duration timeout() {
        return timeout;
    }

    /**
     * Waits for an answer. Kafka's client keeps to its own limit; ours is for the case that it does not.
     *
     * @throws ClusterException when an embedded broker has died, which its client would go on waiting for
     */
    <T> T get(KafkaFuture<T> answer) throws Exception {
        return get(answer, System.nanoTime() + 2 * timeout.toNanos());
    }

    private <T> T get(KafkaFuture<T> answer, long deadlineNanos) throws Exception {
        while (true) {
            try {
                return answer.get(LOOK_UP_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                if (target instanceof EmbeddedCluster embedded) {
                    embedded.requireAlive();
                }
                if (System.nanoTime() > deadlineNanos) {
                    throw e;
                }
            }
        }
    }

    /**
     * Waits for the answers to a request, each about something of its own.
     *
     * @return why it failed of whatever failed
     */
    Map<String, Throwable> failures(Map<String, KafkaFuture<Void>> answers) {
        long deadlineNanos = System.nanoTime() + 2 * timeout.toNanos();
        Map<String, Throwable> failures = new HashMap<>();
        boolean interrupted = false;
        for (Map.Entry<String, KafkaFuture<Void>> answer : answers.entrySet()) {
            try {
                // Nobody waits any longer, but what was answered by now is looked at.
                get(answer.getValue(), interrupted ? System.nanoTime() : deadlineNanos);
            } catch (ExecutionException e) {
                failures.put(answer.getKey(), e.getCause() == null ? e : e.getCause());
            } catch (Exception e) {
                interrupted |= e instanceof InterruptedException;
                failures.put(answer.getKey(), e);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return failures;
    }

    /**
     * Makes a request.
     *
     * @param failure what it means where the request fails, such as {@code topic x was not deleted}
     * @throws ClusterException when it fails, with the reason and what to do
     */
    static void answered(ClusterTarget target, String failure, Callable<?> request) {
        try {
            request.call();
        } catch (ExecutionException e) {
            throw refused(target, failure, e.getCause() == null ? e : e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw refused(target, failure, e);
        } catch (Exception e) {
            throw refused(target, failure, e);
        }
    }

    /** A failure in one line; that of a broker's death as it is. */
    static ClusterException refused(ClusterTarget target, String failure, Throwable cause) {
        if (cause instanceof ClusterException death) {
            return death;
        }
        if (cause instanceof InterruptedException) {
            return new ClusterException(failure + ": interrupted", cause);
        }
        if (cause instanceof TopicExistsException) {
            return new ClusterException(
                    failure + ": " + target.bootstrap()
                            + " has a topic of that name already, and what exists is left alone; take another name",
                    cause);
        }
        if (cause instanceof org.apache.kafka.common.errors.TimeoutException || cause instanceof TimeoutException) {
            return new ClusterException(
                    failure + ": no broker answers at " + target.bootstrap()
                            + "; check the address, and --command-config if it asks for TLS or a login",
                    cause);
        }
        return new ClusterException(failure + ": " + FailureWords.of(cause), cause);
    }

    /** Whatever is still under way is given up. */
    @Override
    public void close() {
        admin.close(Duration.ZERO);
    }
}
