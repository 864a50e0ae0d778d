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

/**
 * A short-lived admin client of Kafka that never waits longer than its timeout, and does not wait for an embedded broker that has
 * died.
 */
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

    /** @throws ClusterException if Kafka refuses the client's settings */
    static TopicAdmin open(ClusterTarget target, Duration timeout) {
        return open(target, timeout, Map.of());
    }

    /**
     * The same without retries, for requests that are not idempotent: a caller that repeats one must know that the first got no
     * response.
     */
    static TopicAdmin withoutRetries(ClusterTarget target, Duration timeout) {
        return open(target, timeout, Map.of(AdminClientConfig.RETRIES_CONFIG, 0));
    }

    private static TopicAdmin open(ClusterTarget target, Duration timeout, Map<String, Object> more) {
        Map<String, Object> settings = target.connection();
        settings.keySet().retainAll(AdminClientConfig.configNames());
        int timeoutMillis = (int) timeout.toMillis();
        // The given timeout overrides the client settings; Kafka requires that the second value is not larger.
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
     * Waits for a response. Kafka's client enforces its own timeout; twice that is a safeguard.
     *
     * @throws ClusterException if an embedded broker has died, for which Kafka's client would continue to wait
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
     * Waits for the results of a request about several items.
     *
     * @return the reasons of those that failed
     */
    Map<String, Throwable> failures(Map<String, KafkaFuture<Void>> answers) {
        long deadlineNanos = System.nanoTime() + 2 * timeout.toNanos();
        Map<String, Throwable> failures = new HashMap<>();
        boolean interrupted = false;
        for (Map.Entry<String, KafkaFuture<Void>> answer : answers.entrySet()) {
            try {
                // After an interrupt, only results that are already available are used.
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
     * @param failure the message if the request fails, such as {@code topic x was not deleted}
     * @throws ClusterException if it fails, with the reason and the remedy
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

    /** A failure in one line; the death of a broker is passed on unchanged. */
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
                            + " already has a topic of that name, and existing topics are not changed; use another name",
                    cause);
        }
        if (cause instanceof org.apache.kafka.common.errors.TimeoutException || cause instanceof TimeoutException) {
            return new ClusterException(
                    failure + ": no broker responds at " + target.bootstrap()
                            + "; check the address, and --command-config if it requires TLS or a login",
                    cause);
        }
        return new ClusterException(failure + ": " + FailureWords.of(cause), cause);
    }

    /** Abandons outstanding requests. */
    @Override
    public void close() {
        admin.close(Duration.ZERO);
    }
}
