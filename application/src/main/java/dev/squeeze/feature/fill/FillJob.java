package dev.squeeze.feature.fill;

import dev.squeeze.engine.load.LoadTopics;
import dev.squeeze.engine.load.Payload;
import dev.squeeze.kit.cluster.LiveCluster;
import dev.squeeze.kit.cluster.TopicLease;
import dev.squeeze.kit.cluster.TopicSpec;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;

/** Creates a topic and fills it; the topic is kept. */
final class FillJob {
    private final LiveCluster cluster;
    private final TopicSpec topic;
    private final BooleanSupplier stop;
    private final BiConsumer<String, Double> progress;

    /**
     * @param topic its name gets the prefix {@code squeeze-}, and its settings override the defaults, which retain all
     *     records
     * @param stop polled many times per second; true ends the filling after the records sent so far
     * @param progress receives the phase and the completed fraction of all phases, 0 to 1
     */
    FillJob(LiveCluster cluster, TopicSpec topic, BooleanSupplier stop, BiConsumer<String, Double> progress) {
        this.cluster = cluster;
        Map<String, String> configs = new TreeMap<>(LoadTopics.NEEDED);
        configs.putAll(topic.configs());
        this.topic = new TopicSpec(topic.name(), topic.partitions(), topic.replicationFactor(), configs);
        this.stop = stop;
        this.progress = progress;
    }

    FilledTopic run(Payload payload, FillPlan plan) {
        try (TopicLease lease = TopicLease.create(cluster.target(), topic, true, plan.timeout())) {
            List<FilledPhase> phases = new TopicFiller(cluster, lease.topic(), payload, plan, stop, progress).run();
            return new FilledTopic(lease.topic(), topic.partitions(), phases);
        }
    }
}
