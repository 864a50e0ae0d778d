package dev.squeeze.feature.doctor;

import dev.squeeze.engine.inspection.Inspected;
import dev.squeeze.engine.inspection.TopicInspection;
import dev.squeeze.engine.workload.LogTraffic;
import dev.squeeze.engine.workload.TopicHosting;
import dev.squeeze.engine.workload.TopicWorkload;
import dev.squeeze.engine.workload.WorkloadPart;
import dev.squeeze.kit.cluster.Answer;
import dev.squeeze.kit.cluster.ClusterFacts;
import dev.squeeze.kit.source.RecordSource;
import dev.squeeze.kit.source.SourceException;
import dev.squeeze.kit.source.TopicAccess;
import dev.squeeze.kit.source.TopicBatches;
import dev.squeeze.kit.source.TopicSource;
import java.util.Map;
import java.util.Optional;

/** Examines one topic after the other; what was fetched of one is let go before the next. */
public final class Examiner implements AutoCloseable {
    private final Thresholds thresholds;
    private final TrafficOptions options;
    private final Recompressor recompressor = new Recompressor();

    public Examiner(Thresholds thresholds, TrafficOptions options) {
        this.thresholds = thresholds;
        this.options = options;
    }

    /**
     * Examines a topic; one that cannot be read says why.
     *
     * @param hosting what it runs on
     */
    public TopicExamination examine(
            ClusterFacts.Topic topic,
            Answer<Map<String, ClusterFacts.Setting>> settings,
            TopicHosting hosting,
            TopicAccess access,
            RecordSource.ReadProgress progress) {
        try {
            TopicBatches batches = TopicBatches.fetch(topic.name(), access, progress);
            Inspected inspected = TopicInspection.run(batches, access.seed());
            LogFacts facts = LogFacts.read(batches, (int) thresholds.get(Threshold.MIN_BATCHES));
            Optional<TopicWorkload> workload = workload(batches, hosting);
            Optional<TopicExamination.Log> log = trial(batches, facts, access.seed())
                    .map(trial -> new TopicExamination.Log(
                            inspected.profile(),
                            facts,
                            trial,
                            TopicTraffic.of(inspected.profile(), facts, trial, workload, options),
                            workload));
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

    /** Empty where the records' timestamps give no rate, and no flag does. */
    private Optional<TopicWorkload> workload(TopicBatches batches, TopicHosting hosting) {
        RecordSource.ReadReport read = TopicSource.of(batches).read(record -> true, (bytes, of) -> {});
        return read.stored()
                .map(stored -> TopicWorkload.of(LogTraffic.of(read, stored), hosting, options.given(), options.now()))
                .filter(workload -> !workload.isAssumed(WorkloadPart.RATE));
    }

    @Override
    public void close() {
        recompressor.close();
    }
}
