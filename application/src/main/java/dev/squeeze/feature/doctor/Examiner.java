package dev.squeeze.feature.doctor;

import dev.squeeze.engine.inspection.Inspected;
import dev.squeeze.engine.inspection.TopicInspection;
import dev.squeeze.engine.measure.QuickSweep;
import dev.squeeze.engine.measure.SweepListener;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.predict.SettingsPredictor;
import dev.squeeze.engine.workload.LogTraffic;
import dev.squeeze.engine.workload.MeasuredTopic;
import dev.squeeze.engine.workload.TopicHosting;
import dev.squeeze.engine.workload.TopicWorkload;
import dev.squeeze.engine.workload.WorkloadPart;
import dev.squeeze.feature.calibrate.CpuCosts;
import dev.squeeze.kit.cli.StoppedException;
import dev.squeeze.kit.cluster.Answer;
import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.cluster.ClusterFacts;
import dev.squeeze.kit.source.EmptyTopicException;
import dev.squeeze.kit.source.ReadNotice;
import dev.squeeze.kit.source.RecordSource;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.source.SourceException;
import dev.squeeze.kit.source.TopicAccess;
import dev.squeeze.kit.source.TopicBatches;
import dev.squeeze.kit.source.TopicReader;
import dev.squeeze.kit.unit.UserFacingException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Examines topics one at a time; the batches of a topic are released before the next one is read. */
public final class Examiner implements AutoCloseable {
    /** Maximum uncompressed bytes of a topic that today's settings are measured on, for each batch size. */
    private static final long SAMPLE_BYTES = 1 << 20;

    private final Thresholds thresholds;
    private final TrafficOptions options;
    private final CpuCosts cpu;
    private final Recompressor recompressor = new Recompressor();
    private final QuickSweep sweep = MeasuredTopic.sweep();

    /** @param cpu costs of clients and brokers */
    public Examiner(Thresholds thresholds, TrafficOptions options, CpuCosts cpu) {
        this.thresholds = thresholds;
        this.options = options;
        this.cpu = cpu;
    }

    /**
     * Examines a topic. If it cannot be read or examined, the result has the reason.
     *
     * @param hosting what the topic runs on
     */
    public TopicExamination examine(
            ClusterFacts.Topic topic,
            Answer<Map<String, ClusterFacts.Setting>> settings,
            TopicHosting hosting,
            TopicAccess access,
            RecordSource.ReadProgress progress) {
        try {
            TopicBatches batches = TopicReader.fetch(topic.name(), access, progress);
            Inspected inspected = TopicInspection.run(batches, access.seed());
            LogFacts facts = LogFacts.read(batches, (int) thresholds.get(Threshold.MIN_BATCHES));
            Optional<PricedWorkload> workload =
                    facts.recent().isEmpty() ? Optional.empty() : workload(batches, hosting, access.seed());
            Optional<TopicExamination.Log> log = trial(batches, facts, access.seed())
                    .map(trial -> new TopicExamination.Log(
                            inspected.profile(),
                            facts,
                            trial,
                            TopicTraffic.of(inspected.profile(), facts, trial, workload, options),
                            workload.map(PricedWorkload::workload)));
            return new TopicExamination(
                    topic, settings, log, log.isPresent() ? Optional.empty() : Optional.of("it contains no records"));
        } catch (EmptyTopicException e) {
            return new TopicExamination(topic, settings, Optional.empty(), Optional.of("it is empty"));
        } catch (SourceException e) {
            return new TopicExamination(topic, settings, Optional.empty(), Optional.of(why(topic.name(), e)));
        } catch (StoppedException | ClusterException e) {
            throw e;
        } catch (RuntimeException e) {
            if (Thread.currentThread().isInterrupted()) {
                throw e;
            }
            // Other topics are not affected.
            return new TopicExamination(
                    topic, settings, Optional.empty(), Optional.of(UserFacingException.describe(e)));
        }
    }

    private Optional<CompressionTrial> trial(TopicBatches batches, LogFacts facts, long seed) {
        return TrialRun.run(batches, facts, thresholds, recompressor, seed);
    }

    /** Without the topic's name, which is shown next to the reason. */
    private static String why(String topic, SourceException cause) {
        return String.valueOf(cause.getMessage())
                .replace("topic:" + topic + " ", "")
                .replace("cannot be read: ", "");
    }

    /** Empty if neither the records' timestamps nor a flag give a rate. */
    private Optional<PricedWorkload> workload(TopicBatches batches, TopicHosting hosting, long seed) {
        Sample sample = MeasuredTopic.sample(batches, SAMPLE_BYTES, seed);
        TopicWorkload workload = TopicWorkload.of(LogTraffic.of(sample), hosting, options.given(), options.now())
                .withNotes(batches.notices().stream().map(ReadNotice::message).toList());
        if (workload.isAssumed(WorkloadPart.RATE)) {
            return Optional.empty();
        }
        if (!MeasuredTopic.isEnough(sample)) {
            return Optional.of(PricedWorkload.unpredicted(workload));
        }
        MeasuredTopic measured = MeasuredTopic.of(sample, workload, List.of(), sweep, SweepListener.SILENT, seed);
        SettingsPredictor predictor = measured.predictor(options.prices(), cpu.costs(), cpu.relativeHalfWidth(), seed);
        return Optional.of(
                new PricedWorkload(measured.workload(), measured.asStored(predictor), deeper(measured, predictor)));
    }

    private Optional<PricedWorkload.Deeper> deeper(MeasuredTopic measured, SettingsPredictor predictor) {
        ProducerSettings today = measured.today();
        ProducerSettings then = new ProducerSettings(
                today.codec(),
                Math.max(
                        today.batchSizeBytes(),
                        Grouping.accepted(
                                Grouping.MAX_BYTES,
                                measured.workload().workload().maxMessageBytes().stream()
                                        .asDoubleStream()
                                        .findFirst(),
                                thresholds)),
                Math.max(today.lingerMillis(), (int) thresholds.get(Threshold.LINGER_MILLIS)));
        return measured.of(today, predictor)
                .flatMap(now -> measured.of(then, predictor).map(later -> new PricedWorkload.Deeper(now, later)));
    }

    @Override
    public void close() {
        sweep.close();
        recompressor.close();
    }
}
