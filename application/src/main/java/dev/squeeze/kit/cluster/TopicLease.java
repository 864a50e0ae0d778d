package dev.squeeze.kit.cluster;

import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Topics that we created, that nobody else has had data in, and that we take away again. */
public final class TopicLease implements AutoCloseable {
    /** How the names of all our topics begin, so that their owner can recognise them and a user can allow them. */
    public static final String PREFIX = "squeeze-";

    private final ClusterTarget target;
    private final List<String> topics;
    private final boolean kept;
    private final Duration timeout;
    private boolean closed;

    private TopicLease(ClusterTarget target, List<String> topics, boolean kept, Duration timeout) {
        this.target = target;
        this.topics = topics;
        this.kept = kept;
        this.timeout = timeout;
    }

    /**
     * Creates a topic, under a name that the user gave and that begins with {@link #PREFIX}. One of that name that was kept by an
     * earlier lease of the same target is replaced.
     *
     * @param kept whether the topic stays after {@link #close}
     * @param timeout the longest that the cluster may take for each step
     * @throws ClusterException when there is one of that name, or it cannot be created
     */
    public static TopicLease create(ClusterTarget target, TopicSpec spec, boolean kept, Duration timeout) {
        List<TopicSpec> specs = List.of(underPrefix(spec));
        deleteKept(target, specs, timeout);
        Topics.create(target, specs, timeout);
        return lease(target, specs, kept, timeout);
    }

    /**
     * Creates topics under names that no other run has; the same otherwise.
     *
     * @param stop asked between requests; true ends it
     * @throws ClusterException when there is one of these names, or one cannot be created; nothing of ours is left then, unless the
     *     message names it
     * @throws java.util.concurrent.CancellationException when {@code stop} ended it; nothing of ours is left then
     */
    public static TopicLease createAll(
            ClusterTarget target, List<TopicSpec> topics, boolean kept, Duration timeout, BooleanSupplier stop) {
        List<TopicSpec> specs = topics.stream().map(TopicLease::underPrefix).toList();
        deleteKept(target, specs, timeout);
        Topics.createOwn(target, specs, timeout, stop);
        return lease(target, specs, kept, timeout);
    }

    private static TopicSpec underPrefix(TopicSpec spec) {
        return spec.name().startsWith(PREFIX)
                ? spec
                : new TopicSpec(PREFIX + spec.name(), spec.partitions(), spec.replicationFactor(), spec.configs());
    }

    private static void deleteKept(ClusterTarget target, List<TopicSpec> specs, Duration timeout) {
        if (target instanceof RemoteCluster remote) {
            Topics.delete(
                    target,
                    specs.stream().map(TopicSpec::name).filter(remote::takeKept).toList(),
                    timeout);
        }
    }

    private static TopicLease lease(ClusterTarget target, List<TopicSpec> specs, boolean kept, Duration timeout) {
        List<String> names = specs.stream().map(TopicSpec::name).toList();
        if (target instanceof RemoteCluster remote) {
            names.forEach(remote::leased);
        }
        return new TopicLease(target, names, kept, timeout);
    }

    /** The full name of the only one, or of the first. */
    public String topic() {
        return topics.get(0);
    }

    /** The full names of all. */
    public List<String> topics() {
        return topics;
    }

    /**
     * Deletes the topics unless they are kept.
     *
     * @throws ClusterException that names those that stay on the cluster
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (target instanceof RemoteCluster remote) {
            topics.forEach(topic -> remote.returned(topic, kept));
        }
        if (!kept) {
            Topics.delete(target, topics, timeout);
        }
    }
}
