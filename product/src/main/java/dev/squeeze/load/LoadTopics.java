package dev.squeeze.load;

import dev.squeeze.cluster.ClusterTarget;
import dev.squeeze.cluster.TopicLease;
import dev.squeeze.cluster.TopicSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The topics of a trial: new ones under our own prefix, deleted at its end. */
final class LoadTopics implements AutoCloseable {
    /**
     * What a load of real records needs. Their timestamps may be years old or in the future, and begin again when the
     * payload does: without these settings a broker would delete such records, refuse them, or begin a new segment at
     * every turn.
     */
    private static final Map<String, String> NEEDED = Map.of(
            "retention.ms", "-1",
            "segment.ms", String.valueOf(Long.MAX_VALUE),
            "message.timestamp.after.max.ms", String.valueOf(Long.MAX_VALUE),
            "message.timestamp.before.max.ms", String.valueOf(Long.MAX_VALUE));

    private final List<TopicLease> leases = new ArrayList<>();

    private LoadTopics() {}

    /**
     * Creates them.
     *
     * @param name of the only topic, or what comes before the numbers of several
     * @throws dev.squeeze.cluster.ClusterException when one cannot be created; none is left then
     */
    static LoadTopics create(ClusterTarget target, String name, LoadSettings settings, boolean kept) {
        Map<String, String> configs = new TreeMap<>(NEEDED);
        configs.putAll(settings.topicConfigs());
        LoadTopics topics = new LoadTopics();
        try {
            for (int i = 0; i < settings.topics(); i++) {
                String full = settings.topics() == 1 ? name : name + "-" + i;
                topics.leases.add(TopicLease.create(
                        target,
                        new TopicSpec(full, settings.partitions(), settings.replicationFactor(), configs),
                        kept));
            }
            return topics;
        } catch (RuntimeException e) {
            topics.close();
            throw e;
        }
    }

    List<String> names() {
        return leases.stream().map(TopicLease::topic).toList();
    }

    @Override
    public void close() {
        leases.forEach(TopicLease::close);
    }
}
