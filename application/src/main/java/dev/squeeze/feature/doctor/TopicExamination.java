package dev.squeeze.feature.doctor;

import dev.squeeze.engine.inspection.TopicProfile;
import dev.squeeze.engine.workload.TopicWorkload;
import dev.squeeze.kit.cluster.Answer;
import dev.squeeze.kit.cluster.ClusterFacts;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.TopicCompression;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What is known about a topic.
 *
 * @param topic as the cluster describes it
 * @param settings effective settings
 * @param log its batches; empty if it could not be read
 * @param unread why it could not be read
 */
public record TopicExamination(
        ClusterFacts.Topic topic,
        Answer<Map<String, ClusterFacts.Setting>> settings,
        Optional<Log> log,
        Optional<String> unread) {
    /**
     * A topic's batches.
     *
     * @param facts the batches
     * @param trial the effect of other codecs and other batches
     * @param traffic of the topic
     * @param workload what its costs are computed from; empty if its timestamps give no rate
     */
    record Log(
            TopicProfile profile,
            LogFacts facts,
            CompressionTrial trial,
            TopicTraffic traffic,
            Optional<TopicWorkload> workload) {
        /** CPU time of its codecs if the batches of one codec are changed to another one. */
        CodecSpeed speedAfter(Codec from, Codec to) {
            return TopicTraffic.speed(facts.recent(), trial, codec -> codec.equals(from) ? to : codec);
        }
    }

    String name() {
        return topic.name();
    }

    Optional<String> setting(String key) {
        return settings.value()
                .map(all -> all.get(key))
                .map(ClusterFacts.Setting::value)
                .filter(value -> !value.isEmpty());
    }

    /** Empty if the cluster does not report it. */
    Optional<TopicCompression> compression() {
        return setting(TopicCompression.KEY).map(TopicCompression::parse);
    }

    /** False if the topic is only compacted. */
    boolean deletesOldRecords() {
        return setting("cleanup.policy")
                .filter(policy -> !policy.contains("delete"))
                .isEmpty();
    }

    OptionalDouble number(String key) {
        Optional<String> text = setting(key);
        try {
            return text.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(text.get()));
        } catch (NumberFormatException e) {
            return OptionalDouble.empty();
        }
    }

    /** What a reader of findings should know about the topic. */
    public TopicSummary summary() {
        return new TopicSummary(
                topic.name(),
                topic.partitions(),
                topic.replicationFactor(),
                unread,
                log.flatMap(known -> known.profile().reading())
                        .map(TopicProfile.TopicReading::whole)
                        .orElse(false),
                log.map(known -> known.profile().batches()).orElse(0L),
                log.map(known -> known.profile().records()).orElse(0L),
                log.map(known -> known.profile().storedBytes()).orElse(0L),
                log.map(known -> known.profile().recordsPerSecond()).orElse(OptionalDouble.empty()),
                log.map(known -> OptionalDouble.of(known.traffic().ratio())).orElse(OptionalDouble.empty()),
                log.flatMap(known -> known.traffic().costs())
                        .map(costs -> costs.workload().retention()),
                log.map(known -> known.traffic().idle()).orElse(false),
                log.map(known -> known.traffic().moneyToday()).orElse(OptionalDouble.empty()),
                log.flatMap(Log::workload));
    }
}
