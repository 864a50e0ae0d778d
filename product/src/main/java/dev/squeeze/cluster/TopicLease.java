package dev.squeeze.cluster;

import java.util.List;

/** A topic that we created, that nobody else has had data in, and that we take away again. */
public final class TopicLease implements AutoCloseable {
    /** How the names of all our topics begin, so that their owner can tell them and a user can allow them. */
    public static final String PREFIX = "squeeze-";

    private final ClusterTarget target;
    private final String topic;
    private final boolean kept;
    private boolean closed;

    private TopicLease(ClusterTarget target, String topic, boolean kept) {
        this.target = target;
        this.topic = topic;
        this.kept = kept;
    }

    /**
     * Creates the topic, under a name that begins with {@link #PREFIX}.
     *
     * @param kept whether the topic stays after {@link #close}
     * @throws ClusterException when there is one of that name
     */
    public static TopicLease create(ClusterTarget target, TopicSpec spec, boolean kept) {
        String name = spec.name().startsWith(PREFIX) ? spec.name() : PREFIX + spec.name();
        TopicSpec named = new TopicSpec(name, spec.partitions(), spec.replicationFactor(), spec.configs());
        Topics.create(target, List.of(named));
        if (target instanceof RemoteCluster remote) {
            remote.leased(name);
        }
        return new TopicLease(target, name, kept);
    }

    /** The full name. */
    public String topic() {
        return topic;
    }

    /** Deletes the topic unless it is kept. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (target instanceof RemoteCluster remote) {
            remote.returned(topic);
        }
        if (!kept) {
            Topics.delete(target, topic);
        }
    }
}
