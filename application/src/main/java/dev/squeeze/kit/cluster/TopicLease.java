package dev.squeeze.kit.cluster;

import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Topics created by this process, which contain no other data and are deleted on close. */
public final class TopicLease implements AutoCloseable {
    /** Prefix of the names of all these topics, so that their owner can recognise them and a user can grant access to them. */
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
     * Creates a topic with the name given by the user, prefixed with {@link #PREFIX} if necessary. A topic of that name kept by an
     * earlier lease of the same target is replaced.
     *
     * @param kept whether the topic remains after {@link #close}
     * @param timeout how long to wait for the cluster in each step
     * @throws ClusterException if a topic of that name exists, or it cannot be created
     */
    public static TopicLease create(ClusterTarget target, TopicSpec spec, boolean kept, Duration timeout) {
        List<TopicSpec> specs = List.of(underPrefix(spec));
        deleteKept(target, specs, timeout);
        Topics.create(target, specs, timeout);
        return lease(target, specs, kept, timeout);
    }

    /**
     * The same for several topics, with names that no other run uses.
     *
     * @param stop polled between requests; true cancels the creation
     * @throws ClusterException if a topic of one of these names exists, or one cannot be created; the topics created so far are
     *     deleted, unless the message names them
     * @throws java.util.concurrent.CancellationException if {@code stop} returned true; the topics created so far are deleted
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

    /** The full name of the only or first topic. */
    public String topic() {
        return topics.get(0);
    }

    /** The full names of all topics. */
    public List<String> topics() {
        return topics;
    }

    /**
     * Deletes the topics unless they are kept.
     *
     * @throws ClusterException naming the topics that remain on the cluster
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
