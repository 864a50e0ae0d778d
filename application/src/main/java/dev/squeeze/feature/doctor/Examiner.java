package dev.squeeze.feature.doctor;

import dev.squeeze.engine.inspection.Inspected;
import dev.squeeze.engine.inspection.TopicInspection;
import dev.squeeze.kit.cluster.Answer;
import dev.squeeze.kit.cluster.ClusterFacts;
import dev.squeeze.kit.source.RecordSource;
import dev.squeeze.kit.source.SourceException;
import dev.squeeze.kit.source.TopicAccess;
import dev.squeeze.kit.source.TopicBatches;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Examines one topic after the other; what was fetched of one is let go before the next. */
public final class Examiner implements AutoCloseable {
    private final ClusterExamination cluster;
    private final Thresholds thresholds;
    private final TrafficOptions options;
    private final Recompressor recompressor = new Recompressor();

    public Examiner(ClusterExamination cluster, Thresholds thresholds, TrafficOptions options) {
        this.cluster = cluster;
        this.thresholds = thresholds;
        this.options = options;
    }

    /** Examines a topic; one that cannot be read says why. */
    public TopicExamination examine(
            ClusterFacts.Topic topic,
            Answer<Map<String, ClusterFacts.Setting>> settings,
            TopicAccess access,
            RecordSource.ReadProgress progress) {
        TopicExamination unread = new TopicExamination(topic, settings, Optional.empty(), Optional.empty());
        try {
            TopicBatches batches = TopicBatches.fetch(topic.name(), access, progress);
            Inspected inspected = TopicInspection.run(batches, access.seed());
            LogFacts facts = LogFacts.read(batches, (int) thresholds.get(Threshold.MIN_BATCHES));
            Optional<TopicExamination.Log> log = trial(batches, facts, access.seed())
                    .map(trial -> new TopicExamination.Log(
                            inspected.profile(),
                            facts,
                            trial,
                            TopicTraffic.of(
                                    inspected.profile(), facts, trial, topic, cluster, retention(unread), options)));
            return new TopicExamination(
                    topic, settings, log, log.isPresent() ? Optional.empty() : Optional.of("it holds no records"));
        } catch (SourceException e) {
            return new TopicExamination(topic, settings, Optional.empty(), Optional.of(why(topic.name(), e)));
        }
    }

    private Optional<CompressionTrial> trial(TopicBatches batches, LogFacts facts, long seed) {
        return TrialRun.run(batches, facts, thresholds, recompressor, seed);
    }

    /** The topic is named next to it. */
    private static String why(String topic, SourceException cause) {
        String message = String.valueOf(cause.getMessage());
        if (message.startsWith("topic:" + topic + " is empty")) {
            return "it is empty";
        }
        return message.replace("topic:" + topic + " ", "").replace("cannot be read: ", "");
    }

    /**
     * How long records are kept, by the topic's settings; empty where they are kept for ever, until compaction, or it
     * is not known. A topic that is bounded by bytes keeps more once it is smaller, so its disks are not counted.
     */
    private static Optional<Duration> retention(TopicExamination topic) {
        if (topic.number("retention.bytes").orElse(-1) >= 0) {
            return Optional.of(Duration.ZERO);
        }
        boolean deletes = topic.setting("cleanup.policy")
                .filter(policy -> policy.contains("delete"))
                .isPresent();
        double millis = topic.number("retention.ms").orElse(-1);
        return deletes && millis >= 0 ? Optional.of(Duration.ofMillis((long) millis)) : Optional.empty();
    }

    @Override
    public void close() {
        recompressor.close();
    }
}
