package dev.squeeze.kit.cluster;

import dev.squeeze.kit.kafka.SetupProblem;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;

/** Kafka's admin client for a while: no answer is waited for longer than was stated, and none of a dead broker. */
final class TopicAdmin implements AutoCloseable {
    private static final long LOOK_UP_MILLIS = 50;

    private final ClusterTarget target;
    private final Duration timeout;
    private final Admin admin;

    private TopicAdmin(ClusterTarget target, Duration timeout, Admin admin) {
        this.target = target;
        this.timeout = timeout;
        this.admin = admin;
    }

    /** @throws ClusterException when Kafka refuses the client's settings */
    static TopicAdmin open(ClusterTarget target, Duration timeout) {
        Map<String, Object> settings = target.connection();
        settings.keySet().retainAll(AdminClientConfig.configNames());
        int timeoutMillis = (int) timeout.toMillis();
        // The limit that was stated holds, whatever the client's settings say; Kafka wants the second no longer.
        settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, timeoutMillis);
        settings.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, timeoutMillis);
        try {
            return new TopicAdmin(target, timeout, Admin.create(settings));
        } catch (KafkaException | IllegalArgumentException e) {
            throw new ClusterException(SetupProblem.explain(target.bootstrap(), settings, e));
        }
    }

    Admin kafka() {
        return admin;
    }

    /**
     * Waits for an answer. Kafka's client keeps to its own limit; ours is for the case that it does not.
     *
     * @throws ClusterException when an embedded broker has died, which its client would go on waiting for
     */
    <T> T get(KafkaFuture<T> answer) throws Exception {
        long deadlineNanos = System.nanoTime() + 2 * timeout.toNanos();
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

    /** Whatever is still under way is given up. */
    @Override
    public void close() {
        admin.close(Duration.ZERO);
    }
}
