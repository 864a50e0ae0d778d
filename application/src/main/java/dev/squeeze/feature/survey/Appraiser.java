package dev.squeeze.feature.survey;

import dev.squeeze.engine.inspection.TopicInspection;
import dev.squeeze.engine.measure.QuickSweep;
import dev.squeeze.engine.measure.SweepListener;
import dev.squeeze.engine.measure.SweepResult;
import dev.squeeze.engine.predict.CompressionCurve;
import dev.squeeze.engine.predict.CostModel;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.predict.SentRecords;
import dev.squeeze.engine.predict.SettingsPredictor;
import dev.squeeze.engine.predict.Workload;
import dev.squeeze.engine.workload.LogTraffic;
import dev.squeeze.engine.workload.TopicHosting;
import dev.squeeze.engine.workload.TopicWorkload;
import dev.squeeze.engine.workload.WorkloadPart;
import dev.squeeze.feature.advise.AdviceMeasurement;
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
import dev.squeeze.kit.source.Sampler;
import dev.squeeze.kit.source.SamplingPlan;
import dev.squeeze.kit.source.StoredBatches;
import dev.squeeze.kit.source.TopicBatches;
import dev.squeeze.kit.source.TopicReader;
import dev.squeeze.kit.source.TopicSource;
import dev.squeeze.kit.unit.ArrivalRate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;

/**
 * Appraises one topic after the other: reads a little of it, tries a few settings on that, and has the advisor of {@code
 * squeeze advise} decide. Batches of one topic at a time are in memory. Belongs to one thread.
 */
final class Appraiser implements AutoCloseable {
    /** The sizes that a producer's batches usually have; between them the model interpolates. */
    private static final List<Integer> BATCH_BYTES = List.of(1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18);

    /** A fast codec, and zstd where it is cheap, usual and thorough; levels between them change little. */
    private static final List<Codec> SETTINGS = List.of(
            Codec.NONE,
            Codec.ofDefaultLevel(CodecType.LZ4),
            new Codec(CodecType.ZSTD, 1),
            Codec.ofDefaultLevel(CodecType.ZSTD),
            new Codec(CodecType.ZSTD, 6));

    private static final long BYTES_PER_CELL = 1 << 19;

    private final TopicReader reader;
    private final QuickSweep sweep = new QuickSweep(BYTES_PER_CELL);
    private final GivenBasis basis;
    private final CpuCosts cpu;
    private final Instant now;
    private final SurveyListener listener;

    /** @param now until when silence counts */
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
     * @throws dev.squeeze.kit.source.SourceException when it cannot be read
     * @throws SurveyStoppedException when the user ends the survey meanwhile
     */
    TopicAppraisal appraise(SurveyTopic topic) {
        TopicBatches batches = reader.fetch(topic.name(), (read, of) -> requireGoingOn());
        TopicInspection.WithStretches inspection = TopicInspection.withStretches(batches, basis.seed());
        Sample sample = Sampler.draw(
                TopicSource.of(batches),
                new SamplingPlan(
                        BATCH_BYTES, basis.sampleBytes(), SamplingPlan.DEFAULT_BATCHES_PER_SIZE, basis.seed(), 1),
                (read, of) -> {});
        StoredBatches stored = sample.read().stored().orElseThrow();
        TopicWorkload workload = TopicWorkload.of(
                LogTraffic.of(sample), TopicHosting.of(topic.cluster(), basis.workload()), basis.workload(), now);
        TopicFindings findings = new TopicFindings(topic, inspection, stored, workload);
        if (!AdviceMeasurement.isEnough(sample)) {
            return findings.withTooFewRecords(sample.read().records());
        }
        if (workload.isAssumed(WorkloadPart.RATE)) {
            return findings.withoutRate();
        }
        ProducerSettings today = new ProducerSettings(
                Codec.ofDefaultLevel(stored.codec()),
                ProducerSettings.KAFKA_DEFAULTS.batchSizeBytes(),
                ProducerSettings.KAFKA_DEFAULTS.lingerMillis());
        SweepResult measured = measure(sample, today);
        SentRecords sent = SentRecords.of(sample, workload.workload().partitions());
        TopicWorkload explained = workload.withProducersThatExplain(
                stored,
                sent,
                today,
                Optional.ofNullable(
                        CompressionCurve.byCodec(measured.measurements()).get(today.codec())),
                basis.seed());
        return findings.appraisal(
                advise(sample, sent, measured, today, explained.workload()),
                explained,
                basis.prices().currency());
    }

    private void requireGoingOn() {
        if (listener.stopRequested()) {
            throw new SurveyStoppedException();
        }
    }

    private SweepResult measure(Sample sample, ProducerSettings today) {
        TreeSet<Codec> settings = new TreeSet<>(SETTINGS);
        settings.add(today.codec());
        SweepResult measured = sweep.run(sample, settings, new SweepListener() {
            @Override
            public void progress(String phase, double fraction) {}

            @Override
            public boolean stopRequested() {
                return listener.stopRequested();
            }
        });
        requireGoingOn();
        return measured;
    }

    private Recommendation advise(
            Sample sample, SentRecords sent, SweepResult measured, ProducerSettings today, Workload traffic) {
        AdviceRequest request = new AdviceRequest(
                today,
                Objective.COST,
                Objective.KEEP,
                Limits.ofThreadsThatSend(OptionalDouble.of(basis.maxLatencyMillis()), traffic.producers()),
                new ArrivalRate.RecordsPerSecond(traffic.recordsPerSecond()),
                false,
                OptionalDouble.empty(),
                new FromLog(true, true, true, true),
                Optional.empty());
        CostModel costs = new CostModel(traffic, basis.prices());
        return new Advisor(
                        sample,
                        measured,
                        costs,
                        request,
                        SettingsPredictor.ofApplications(
                                sent,
                                costs,
                                CompressionCurve.byCodec(measured.measurements()),
                                Optional.of(cpu.costs()),
                                cpu.relativeHalfWidth(),
                                basis.seed()))
                .adviseAtThisRate();
    }

    @Override
    public void close() {
        sweep.close();
        reader.close();
    }
}
