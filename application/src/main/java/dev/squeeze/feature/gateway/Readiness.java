package dev.squeeze.feature.gateway;

import dev.squeeze.kit.cluster.ClusterTarget;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.jspecify.annotations.Nullable;

/**
 * Whether a broker answers. Asked for by probes, which come as often as they like and wait a second at most (that is the
 * default of Kubernetes): the cluster is asked once a second at most, by one request at a time, and a probe waits for less.
 */
final class Readiness implements AutoCloseable {
    /** An answer is not asked for again for this long. */
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** For how long an answer counts where none came since: a broker may pause for a moment, the queue is there for that. */
    static final long MAX_AGE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final long PROBE_WAIT_MILLIS = 500;
    private static final int REQUEST_TIMEOUT_MILLIS = 3_000;

    private final Admin admin;
    private @Nullable Long answeredNanos;
    private @Nullable CompletableFuture<Boolean> asking;

    Readiness(ClusterTarget target) {
        var settings = target.connection();
        settings.keySet().retainAll(AdminClientConfig.configNames());
        settings.put(AdminClientConfig.CLIENT_ID_CONFIG, "squeeze-gateway-readiness");
        this.admin = Admin.create(settings);
    }

    /** Whether a broker answered a moment ago; known after half a second at the latest. */
    CompletableFuture<Boolean> brokerAnswers() {
        CompletableFuture<Boolean> question = question();
        if (question.isDone()) {
            return question.thenApply(fresh -> hasAnsweredWithin(MAX_AGE_NANOS));
        }
        // A copy: what ends the wait of one probe must not end the question.
        return question.copy()
                .completeOnTimeout(false, PROBE_WAIT_MILLIS, TimeUnit.MILLISECONDS)
                .thenApply(fresh -> hasAnsweredWithin(MAX_AGE_NANOS));
    }

    private synchronized boolean hasAnsweredWithin(long nanos) {
        return answeredNanos != null && System.nanoTime() - answeredNanos < nanos;
    }

    private synchronized CompletableFuture<Boolean> question() {
        if (hasAnsweredWithin(FRESH_NANOS)) {
            return CompletableFuture.completedFuture(true);
        }
        if (asking == null || asking.isDone()) {
            // One of our own: Kafka's futures refuse to be completed by others, their copies with a time limit too.
            CompletableFuture<Boolean> question = new CompletableFuture<>();
            asking = question;
            admin.describeCluster(new DescribeClusterOptions().timeoutMs(REQUEST_TIMEOUT_MILLIS))
                    .nodes()
                    .whenComplete((nodes, failure) -> question.complete(failure == null && answered()));
        }
        return asking;
    }

    private synchronized boolean answered() {
        answeredNanos = System.nanoTime();
        return true;
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(1));
    }
}
