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
 * Checks whether a broker answers. Probes may arrive at any rate and wait for a second at most (the default of
 * Kubernetes), so the cluster is queried at most once per second, with one request at a time, and a probe gets its
 * result sooner than that.
 */
final class Readiness implements AutoCloseable {
    /** The cluster is not queried again for this long after a response. */
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** A response counts for this long if none followed: a broker may pause for a moment, which the queue bridges. */
    static final long MAX_AGE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final long PROBE_WAIT_MILLIS = 500;
    private static final int REQUEST_TIMEOUT_MILLIS = 3_000;

    private final Admin admin;
    private @Nullable Long answeredNanos;
    private @Nullable CompletableFuture<Boolean> pending;

    Readiness(ClusterTarget target) {
        var settings = target.connection();
        settings.keySet().retainAll(AdminClientConfig.configNames());
        settings.put(AdminClientConfig.CLIENT_ID_CONFIG, "squeeze-gateway-readiness");
        this.admin = Admin.create(settings);
    }

    /** Whether a broker has answered recently; completes within half a second. */
    CompletableFuture<Boolean> brokerAnswers() {
        CompletableFuture<Boolean> query = query();
        if (query.isDone()) {
            return query.thenApply(fresh -> hasAnsweredWithin(MAX_AGE_NANOS));
        }
        // A copy, since the timeout of one probe must not complete the shared future.
        return query.copy()
                .completeOnTimeout(false, PROBE_WAIT_MILLIS, TimeUnit.MILLISECONDS)
                .thenApply(fresh -> hasAnsweredWithin(MAX_AGE_NANOS));
    }

    private synchronized boolean hasAnsweredWithin(long nanos) {
        return answeredNanos != null && System.nanoTime() - answeredNanos < nanos;
    }

    private synchronized CompletableFuture<Boolean> query() {
        if (hasAnsweredWithin(FRESH_NANOS)) {
            return CompletableFuture.completedFuture(true);
        }
        if (pending == null || pending.isDone()) {
            // A new future, since Kafka's futures cannot be completed by others, and neither can their copies with a
            // timeout.
            CompletableFuture<Boolean> query = new CompletableFuture<>();
            pending = query;
            admin.describeCluster(new DescribeClusterOptions().timeoutMs(REQUEST_TIMEOUT_MILLIS))
                    .nodes()
                    .whenComplete((nodes, failure) -> query.complete(failure == null && answered()));
        }
        return pending;
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
