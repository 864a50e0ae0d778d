package dev.squeeze.engine.load;

import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.cluster.EmbeddedCluster;
import dev.squeeze.kit.cluster.TopicLease;
import dev.squeeze.kit.cluster.TopicSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/** The topics of a trial: new ones under our own prefix, deleted at its end. */
public final class LoadTopics implements AutoCloseable {
    /**
     * What a load of real records needs, whatever a cluster's own defaults are. Their timestamps may be years old or in the
     * future, and begin again when the payload does: without these settings a broker would delete such records, refuse
     * them, replace their timestamps, or begin a new segment at every turn.
     */
    public static final Map<String, String> NEEDED = Map.of(
            "cleanup.policy", "delete",
            "retention.ms", "-1",
            "retention.bytes", "-1",
            "message.timestamp.type", "CreateTime",
            "segment.ms", String.valueOf(Long.MAX_VALUE),
            "message.timestamp.after.max.ms", String.valueOf(Long.MAX_VALUE),
            "message.timestamp.before.max.ms", String.valueOf(Long.MAX_VALUE));

    private static final long MIN_INDEX_BYTES = 64 << 10;
    /** Kafka's default of segment.index.bytes. */
    private static final long MAX_INDEX_BYTES = 10 << 20;

    private static final int INDEX_INTERVAL_BYTES = 4096;
    /** Of the larger of the two, which finds offsets by time. */
    private static final int INDEX_ENTRY_BYTES = 12;

    private static final int SPARE = 2;

    private static final Duration TO_DELETE_ONE = Duration.ofMillis(50);

    private final LoadTarget cluster;
    private final TopicLease lease;

    private LoadTopics(LoadTarget cluster, TopicLease lease) {
        this.cluster = cluster;
        this.lease = lease;
    }

    /**
     * Creates them.
     *
     * @param name of the only topic, or what comes before the numbers of several
     * @param mostBytes that they may come to hold; empty where that is not known
     * @param stop asked between requests; true gives it up
     * @throws ClusterException when one cannot be created; none is left then
     * @throws java.util.concurrent.CancellationException when {@code stop} gave it up; none is left then
     */
    static LoadTopics create(
            LoadTarget cluster,
            String name,
            LoadSettings settings,
            TrialPlan plan,
            OptionalDouble mostBytes,
            BooleanSupplier stop) {
        Map<String, String> configs = new TreeMap<>(NEEDED);
        if (cluster.target() instanceof EmbeddedCluster && mostBytes.isPresent()) {
            configs.put("segment.index.bytes", String.valueOf(indexBytes(mostBytes.getAsDouble())));
        }
        configs.putAll(settings.topicConfigs());
        List<TopicSpec> specs = new ArrayList<>();
        for (int i = 0; i < settings.topics(); i++) {
            String full = settings.topics() == 1 ? name : name + "-" + i;
            specs.add(new TopicSpec(full, settings.partitions(), settings.replicationFactor(), configs));
        }
        return new LoadTopics(
                cluster, TopicLease.createAll(cluster.target(), specs, plan.topicsKept(), plan.timeout(), stop));
    }

    /** What deleting so many may take on a busy cluster, after the user has ended a run. */
    public static Duration timeToDelete(int topics) {
        return TO_DELETE_ONE.multipliedBy(topics);
    }

    /**
     * A segment's indexes are as long as they may ever become, and some kernels fill such a file when its first entry is
     * written: 45 ms of CPU were seen for the default, once in a segment's life. At a low rate that falls into the measured
     * time of a trial, and would be taken for what its records cost.
     */
    private static long indexBytes(double mostBytes) {
        double needed = SPARE * INDEX_ENTRY_BYTES * mostBytes / INDEX_INTERVAL_BYTES;
        return (long) Math.max(MIN_INDEX_BYTES, Math.min(MAX_INDEX_BYTES, needed));
    }

    List<String> names() {
        return lease.topics();
    }

    /** @throws ClusterException that names the topics that stay on the cluster, if any do */
    @Override
    public void close() {
        // Embedded brokers take their topics along, and would only be waited for.
        if (cluster.isAlive()) {
            lease.close();
        }
    }
}
