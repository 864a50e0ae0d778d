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
     * Topic configuration that a load of real records needs, whatever the cluster's defaults are. Timestamps of the
     * records may be years old or in the future, and start over when the payload does: without these settings a broker
     * would delete or refuse such records, replace their timestamps, or roll a new segment each time.
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
    /** Size of an entry of the larger index, the one that finds offsets by time. */
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
     * Creates the topics.
     *
     * @param name name of the only topic, or prefix of the numbered names of several
     * @param mostBytes upper bound of the bytes that they will store; empty if unknown
     * @param stop polled between requests; true cancels
     * @throws ClusterException when one cannot be created; none is left behind then
     * @throws java.util.concurrent.CancellationException when {@code stop} returned true; none is left behind then
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

    /** How long deleting this many topics may take on a busy cluster, after the user has ended a run. */
    public static Duration timeToDelete(int topics) {
        return TO_DELETE_ONE.multipliedBy(topics);
    }

    /**
     * A segment's index files are preallocated to their maximum size, and some kernels fill such a file when its first
     * entry is written: with the default size this took 45 ms of CPU time, once per segment. At a low rate that falls
     * into the measured window of a trial, and would be attributed to its records.
     */
    private static long indexBytes(double mostBytes) {
        double needed = SPARE * INDEX_ENTRY_BYTES * mostBytes / INDEX_INTERVAL_BYTES;
        return (long) Math.max(MIN_INDEX_BYTES, Math.min(MAX_INDEX_BYTES, needed));
    }

    List<String> names() {
        return lease.topics();
    }

    /** @throws ClusterException naming the topics that remain on the cluster, if any do */
    @Override
    public void close() {
        // The topics of embedded brokers disappear with them; deleting them would only take time.
        if (cluster.isAlive()) {
            lease.close();
        }
    }
}
