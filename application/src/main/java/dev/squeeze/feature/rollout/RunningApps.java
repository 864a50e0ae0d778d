package dev.squeeze.feature.rollout;

import dev.squeeze.feature.fill.FillPlan;
import dev.squeeze.feature.fill.TopicFiller;
import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.cluster.LiveCluster;
import dev.squeeze.kit.environment.DaemonThreads;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Applications that send until they are stopped; each can be restarted with other settings. */
final class RunningApps implements AutoCloseable {
    private static final Duration FOREVER = Duration.ofDays(1);
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final LiveCluster cluster;
    private final Map<String, Running> running = new HashMap<>();

    RunningApps(LiveCluster cluster) {
        this.cluster = cluster;
    }

    /** A producer with its thread. */
    private final class Running {
        private final Thread thread;
        private volatile boolean ended;
        private volatile Optional<ClusterException> failure = Optional.empty();

        Running(App app, Map<String, String> settings) {
            Map<String, String> properties = new TreeMap<>(settings);
            properties.put("client.id", app.clientId());
            FillPlan plan = new FillPlan(
                    List.of(new FillPlan.Phase(app.clientId(), properties)),
                    OptionalLong.empty(),
                    Optional.of(FOREVER),
                    OptionalDouble.of(app.recordsPerSecond()),
                    TIMEOUT);
            TopicFiller filler =
                    new TopicFiller(cluster, app.topic(), app.payload(), plan, () -> ended, (phase, done) -> {});
            this.thread = DaemonThreads.create(
                    () -> {
                        try {
                            filler.run();
                        } catch (ClusterException e) {
                            failure = Optional.of(e);
                        }
                    },
                    app.clientId());
        }
    }

    /** Starts or restarts an application; a previous producer first finishes sending what it has accepted. */
    void start(App app, Map<String, String> settings) {
        end(app.topic());
        Running started = new Running(app, settings);
        running.put(app.topic(), started);
        started.thread.start();
    }

    /** @throws ClusterException if one of them can no longer send */
    void requireSending() {
        running.values()
                .forEach(app -> app.failure.ifPresent(failure -> {
                    throw failure;
                }));
    }

    private void end(String topic) {
        Running former = running.remove(topic);
        if (former != null) {
            former.ended = true;
            join(former.thread);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join(2 * TIMEOUT.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        running.values().forEach(app -> app.ended = true);
        running.values().forEach(app -> join(app.thread));
        running.clear();
    }
}
