package dev.squeeze.feature.survey;

import dev.squeeze.engine.inspection.TopicInspection;
import dev.squeeze.engine.measure.QuickSweep;
import dev.squeeze.engine.measure.SweepListener;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.predict.Workload;
import dev.squeeze.engine.workload.LogTraffic;
import dev.squeeze.engine.workload.MeasuredTopic;
import dev.squeeze.engine.workload.TopicHosting;
import dev.squeeze.engine.workload.TopicWorkload;
import dev.squeeze.engine.workload.WorkloadPart;
import dev.squeeze.feature.advise.AdviceRequest;
import dev.squeeze.feature.advise.Advisor;
import dev.squeeze.feature.advise.FromLog;
import dev.squeeze.feature.advise.Limits;
import dev.squeeze.feature.advise.Objective;
import dev.squeeze.feature.advise.Recommendation;
import dev.squeeze.feature.calibrate.CpuCosts;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.source.StoredBatches;
import dev.squeeze.kit.source.TopicBatches;
import dev.squeeze.kit.source.TopicReader;
import dev.squeeze.kit.unit.ArrivalRate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Appraises topics one at a time: reads a small sample, tries a few settings on it, and lets the advisor of
 * {@code squeeze advise} decide. Only the batches of the current topic are in memory. Not thread-safe.
 */
final class Appraiser implements AutoCloseable {
    /** A fast codec, and zstd at a cheap, the default and a thorough level; the levels in between differ little. */
    private static final List<Codec> SETTINGS = List.of(
            Codec.NONE,
            Codec.ofDefaultLevel(CodecType.LZ4),
            new Codec(CodecType.ZSTD, 1),
            Codec.ofDefaultLevel(CodecType.ZSTD),
            new Codec(CodecType.ZSTD, 6));

    private final TopicReader reader;
    private final QuickSweep sweep = MeasuredTopic.sweep();
    private final GivenBasis basis;
    private final CpuCosts cpu;
    private final Instant now;
    private final SurveyListener listener;

    /** @param now end of the period in which a topic without new records counts as silent */
    Appraiser(TopicReader reader, GivenBasis basis, CpuCosts cpu, Instant now, SurveyListener listener) {
        this.reader = reader;
        this.basis = basis;
        this.cpu = cpu;
        this.now = now;
        this.listener = listener;
    }

    /**
     * Appraises a topic.
     *
     * @throws dev.squeeze.kit.source.SourceException if it cannot be read
     * @throws SurveyStoppedException if the user stops the survey in the meantime
     */
    TopicAppraisal appraise(SurveyTopic topic) {
        TopicBatches batches = reader.fetch(topic.name(), (read, of) -> requireNotStopped());
        TopicInspection.WithStretches inspection = TopicInspection.withStretches(batches, basis.seed());
        Sample sample = MeasuredTopic.sample(batches, basis.sampleBytes(), basis.seed());
        StoredBatches stored = sample.read().stored().orElseThrow();
        TopicWorkload workload = TopicWorkload.of(
                LogTraffic.of(sample), TopicHosting.of(topic.cluster(), basis.workload()), basis.workload(), now);
        TopicFindings findings = new TopicFindings(
                topic, inspection, stored, workload, sample.read().notices());
        if (!MeasuredTopic.isEnough(sample)) {
            return findings.withTooFewRecords(sample.read().records());
        }
        if (workload.isAssumed(WorkloadPart.RATE)) {
            return findings.withoutRate();
        }
        MeasuredTopic measured = measure(sample, workload);
        return findings.appraisal(advise(measured), measured.workload(), measured.costs(basis.prices()));
    }

    private void requireNotStopped() {
        if (listener.stopRequested()) {
            throw new SurveyStoppedException();
        }
    }

    private MeasuredTopic measure(Sample sample, TopicWorkload workload) {
        MeasuredTopic measured = MeasuredTopic.of(
                sample, workload, SETTINGS, sweep, SweepListener.stoppedBy(listener::stopRequested), basis.seed());
        requireNotStopped();
        return measured;
    }

    private Recommendation advise(MeasuredTopic measured) {
        Workload traffic = measured.workload().workload();
        AdviceRequest request = new AdviceRequest(
                measured.today(),
                Objective.COST,
                Objective.KEEP,
                Limits.ofThreadsThatSend(
                        OptionalDouble.of(maxLatencyMillis(measured)), traffic.producers(), measured.workload()),
                new ArrivalRate.RecordsPerSecond(traffic.recordsPerSecond()),
                false,
                OptionalDouble.empty(),
                new FromLog(true, true, true, true),
                Optional.empty());
        return new Advisor(
                        measured.sample(),
                        measured.measured(),
                        measured.costs(basis.prices()),
                        request,
                        measured.predictor(basis.prices(), cpu.costs(), cpu.relativeHalfWidth(), basis.seed()))
                .adviseAtThisRate();
    }

    private double maxLatencyMillis(MeasuredTopic measured) {
        return Limits.maxLatencyMillis(basis.maxLatencyMillis(), measured.today(), ProducerSettings.KAFKA_DEFAULTS);
    }

    @Override
    public void close() {
        sweep.close();
        reader.close();
    }
}
