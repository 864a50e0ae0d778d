package dev.squeeze.kit.cluster;

import java.time.Duration;
import java.util.List;

/** A topic that we created, that nobody else has had data in, and that we take away again. */
public final class TopicLease implements AutoCloseable {
    /** How the names of all our topics begin, so that their owner can recognise them and a user can allow them. */
    public static final String PREFIX = "squeeze-";

    private final ClusterTarget target;
    private final String topic;
    private final boolean kept;
    private final Duration timeout;
    private boolean closed;

    private TopicLease(ClusterTarget target, String topic, boolean kept, Duration timeout) {
        this.target = target;
        this.topic = topic;
        this.kept = kept;
        this.timeout = timeout;
    }

    /**
     * Creates the topic, under a name that begins with {@link #PREFIX}. One of that name that was kept by an earlier lease
     * of the same target is replaced.
     *
     * @param kept whether the topic stays after {@link #close}
     * @param timeout the longest that the cluster may take for each step
     * @throws ClusterException when there is one of that name, or it cannot be created; nothing of ours is left then
     */
    public static TopicLease create(ClusterTarget target, TopicSpec spec, boolean kept, Duration timeout) {
        String name = spec.name().startsWith(PREFIX) ? spec.name() : PREFIX + spec.name();
        TopicSpec named = new TopicSpec(name, spec.partitions(), spec.replicationFactor(), spec.configs());
        if (target instanceof RemoteCluster remote && remote.takeKept(name)) {
            Topics.delete(target, name, timeout);
        }
        Topics.create(target, List.of(named), timeout);
        if (target instanceof RemoteCluster remote) {
            remote.leased(name);
        }
        return new TopicLease(target, name, kept, timeout);
    }

    /** The full name. */
    public String topic() {
        return topic;
    }

    /**
     * Deletes the topic unless it is kept.
     *
     * @throws ClusterException when it stays on the cluster
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (target instanceof RemoteCluster remote) {
            remote.returned(topic, kept);
        }
        if (!kept) {
            Topics.delete(target, topic, timeout);
        }
    }
}
