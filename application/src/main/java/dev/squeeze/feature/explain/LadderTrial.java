package dev.squeeze.feature.explain;

import dev.squeeze.engine.measure.QuickSweep;
import dev.squeeze.engine.measure.SweepListener;
import dev.squeeze.engine.measure.SweepResult;
import dev.squeeze.engine.predict.CompressionCurve;
import dev.squeeze.engine.predict.CostModel;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.predict.SettingsPredictor;
import dev.squeeze.engine.workload.TopicWorkload;
import dev.squeeze.feature.advise.AdviceRequest;
import dev.squeeze.feature.advise.Advisor;
import dev.squeeze.feature.advise.Limits;
import dev.squeeze.feature.advise.Objective;
import dev.squeeze.feature.advise.Recommendation;
import dev.squeeze.feature.calibrate.CpuCosts;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.unit.ArrivalRate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;

/**
 * Runs the advisor of {@code squeeze advise} twice: for the records as they are, and with the changes that save bytes
 * without losing information. Codecs are measured for both, on the same records.
 */
final class LadderTrial {
    private static final long MAX_BYTES = 8L << 20;
    private static final long BYTES_PER_CELL = 1 << 19;
    private static final List<Integer> MEASURED_BATCH_BYTES = List.of(1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20);

    /** A fast codec, and zstd at a low, the default and a high level, as in {@code squeeze survey}. */
    private static final List<Codec> CODECS = List.of(
            Codec.NONE,
            Codec.ofDefaultLevel(CodecType.LZ4),
            new Codec(CodecType.ZSTD, 1),
            Codec.ofDefaultLevel(CodecType.ZSTD),
            new Codec(CodecType.ZSTD, 6));

    private final BatchForming forming;
    private final Limits limits;
    private final CpuCosts cpu;
    private final SweepListener listener;

    /** @param workload of all records, even if only some are tried */
    LadderTrial(BatchForming forming, TopicWorkload workload, CpuCosts cpu, SweepListener listener) {
        this.forming = forming.some(MAX_BYTES);
        this.limits = Limits.ofThreadsThatSend(
                OptionalDouble.of(Limits.maxLatencyMillis(
                        Limits.DEFAULT_MAX_LATENCY_MILLIS, forming.settings(), ProducerSettings.KAFKA_DEFAULTS)),
                workload.workload().producers(),
                workload);
        this.cpu = cpu;
        this.listener = listener;
    }

    /**
     * Computes both ladders.
     *
     * @param applied the changes with their saving
     * @param parser of the values, with the field names that the changes use
     * @return empty if stopped
     */
    Optional<LadderComparison> run(AppliedChanges applied, ValueParser parser) {
        List<BatchRecord> records = forming.sent().records();
        List<BatchRecord> changed = new ArrayList<>(records.size());
        for (BatchRecord record : records) {
            byte[] value = record.value();
            changed.add(applied.edit().apply(record, value == null ? Optional.empty() : parser.parse(value)));
        }
        return side("settings for the records as they are", forming)
                .flatMap(asTheyAre -> side("settings for the changed records", forming.changedTo(changed))
                        .map(other -> new LadderComparison(
                                applied.changes(),
                                applied.savedBytesPerRecord(),
                                applied.savedShare(),
                                records.size(),
                                asTheyAre,
                                other)));
    }

    private Optional<LadderComparison.Side> side(String phase, BatchForming own) {
        listener.progress(phase, 0);
        TreeSet<Codec> codecs = new TreeSet<>(CODECS);
        codecs.add(own.settings().codec());
        Sample sample = own.sample(MEASURED_BATCH_BYTES);
        try (QuickSweep sweep = new QuickSweep(BYTES_PER_CELL)) {
            SweepResult measured = sweep.run(sample, codecs, listener);
            if (listener.stopRequested()) {
                return Optional.empty();
            }
            Recommendation advice = advise(own, sample, measured);
            return Optional.of(
                    new LadderComparison.Side(advice.current(), advice.ladder().orElseThrow()));
        }
    }

    private Recommendation advise(BatchForming own, Sample sample, SweepResult measured) {
        CostModel costs = own.costs();
        AdviceRequest request = new AdviceRequest(
                own.settings(),
                Objective.COST,
                limits,
                new ArrivalRate.RecordsPerSecond(costs.workload().recordsPerSecond()),
                false);
        SettingsPredictor predictor = SettingsPredictor.ofApplications(
                own.sent(),
                costs,
                CompressionCurve.byCodec(measured),
                Optional.of(cpu.costs()),
                cpu.relativeHalfWidth(),
                own.seed());
        return new Advisor(sample, measured, costs, request, predictor).adviseAtThisRate();
    }
}
