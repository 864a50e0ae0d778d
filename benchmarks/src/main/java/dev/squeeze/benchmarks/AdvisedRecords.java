package dev.squeeze.benchmarks;

import dev.squeeze.engine.measure.Sweep;
import dev.squeeze.engine.measure.SweepListener;
import dev.squeeze.engine.measure.SweepResult;
import dev.squeeze.engine.predict.CompressionCurve;
import dev.squeeze.engine.predict.CostModel;
import dev.squeeze.engine.predict.Forecaster;
import dev.squeeze.engine.predict.KnownMachine;
import dev.squeeze.engine.predict.MachineCosts;
import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.PriceList;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.predict.SentRecords;
import dev.squeeze.engine.predict.SettingsPredictor;
import dev.squeeze.engine.predict.Surroundings;
import dev.squeeze.engine.predict.Workload;
import dev.squeeze.feature.advise.AdviceMeasurement;
import dev.squeeze.feature.advise.AdviceRequest;
import dev.squeeze.feature.advise.Advisor;
import dev.squeeze.feature.advise.Limits;
import dev.squeeze.feature.advise.Objective;
import dev.squeeze.feature.advise.Recommendation;
import dev.squeeze.feature.calibrate.CalibrationFile;
import dev.squeeze.feature.calibrate.CpuCosts;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecGrid;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.source.HeldRecords;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.source.Sampler;
import dev.squeeze.kit.source.SamplingPlan;
import dev.squeeze.kit.unit.ArrivalRate;
import dev.squeeze.kit.unit.ByteCount;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Records measured in the same way as by {@code squeeze advise}, and the advice for them. */
final class AdvisedRecords {
    /** The defaults of {@code squeeze advise}. */
    private static final long SAMPLE_BYTES = 64 * ByteCount.MIB;

    private static final OptionalDouble MAX_LATENCY_MILLIS = OptionalDouble.of(100);
    private static final int REPLICATION_FACTOR = 3;
    private static final int CONSUMER_GROUPS = 2;
    private static final int ZONES = 3;
    private static final Duration RETENTION = Duration.ofDays(7);
    static final ProducerSettings TODAY = ProducerSettings.KAFKA_DEFAULTS;

    /** Settings for which the machine's highest rate is predicted. */
    private static final ProducerSettings USUAL =
            new ProducerSettings(Codec.ofDefaultLevel(CodecType.ZSTD), 64 << 10, 20);

    private final List<BatchRecord> records;
    private final int cores;
    private final Sample sample;
    private final SweepResult sweep;
    private final CpuCosts cpu;

    /** Samples and measures, which takes half a minute at most. */
    AdvisedRecords(String name, List<BatchRecord> records, int cores) {
        this.records = records;
        this.cores = cores;
        this.sample = AdviceMeasurement.withoutRedundantSizes(Sampler.draw(
                new HeldRecords(name, records),
                new SamplingPlan(
                        AdviceMeasurement.BATCH_BYTES, SAMPLE_BYTES, SamplingPlan.DEFAULT_BATCHES_PER_SIZE, 1, cores),
                (read, total) -> {}));
        this.cpu = CpuCosts.of(new CalibrationFile());
        this.sweep = Sweep.run(
                sample,
                AdviceMeasurement.plan(CodecGrid.usual(), TODAY.codecs(), AdviceMeasurement.budget(sample), cores, 1),
                SweepListener.SILENT);
    }

    /** Mean size of key and value together. */
    double bytesPerRecord() {
        return Math.max(1, sample.recordBytes().mean());
    }

    /** Size of the largest record's key and value. */
    long largestRecordBytes() {
        return sample.recordBytes().max();
    }

    /** The highest rate predicted for the machine with zstd, 64 KiB and 20 ms. */
    double highestRecordsPerSecond(boolean keyed, int partitions, double anyRate, MachineCosts machine) {
        Map<Codec, CompressionCurve> curves = CompressionCurve.byCodec(sweep);
        Workload live = Workload.of(anyRate, sample.framedRecordBytes(), keyed, partitions)
                .withRoundTripMillis(LiveLoads.ROUND_TRIP_MILLIS);
        return new Forecaster(
                        records,
                        live,
                        Optional.of(new KnownMachine(machine, curves.get(Codec.NONE))),
                        Surroundings.bench(cores),
                        1)
                .of(USUAL, Optional.ofNullable(curves.get(USUAL.codec())))
                .ceiling()
                .orElseThrow()
                .recordsPerSecond();
    }

    /**
     * The advice for a rate. Replication, groups, zones, retention and prices are the command's defaults; one broker
     * leads all partitions, and one producer sends, as in the live runs.
     */
    Advice advice(double recordsPerSecond, boolean keyed, int partitions) {
        CostModel costs = new CostModel(
                Workload.of(recordsPerSecond, sample.framedRecordBytes(), keyed, partitions)
                        .withBrokers(1, REPLICATION_FACTOR)
                        .withConsumerGroups(CONSUMER_GROUPS)
                        .withRetention(RETENTION)
                        .withZones(ZONES)
                        .withRoundTripMillis(LiveLoads.ROUND_TRIP_MILLIS),
                PriceList.read("aws"));
        SettingsPredictor predictor = SettingsPredictor.ofApplications(
                SentRecords.of(sample, partitions),
                costs,
                CompressionCurve.byCodec(sweep),
                Optional.of(cpu.costs()),
                cpu.relativeHalfWidth(),
                1);
        Advisor advisor = new Advisor(
                sample,
                sweep,
                costs,
                new AdviceRequest(
                        TODAY,
                        Objective.COST,
                        Limits.ofThreadsThatSend(MAX_LATENCY_MILLIS, 1),
                        new ArrivalRate.RecordsPerSecond(recordsPerSecond),
                        false),
                predictor);
        return new Advice(costs, advisor, predictor, advisor.advise());
    }

    /** The advice for one workload, and its alternatives. */
    final class Advice {
        private final CostModel costs;
        private final Advisor advisor;
        private final SettingsPredictor predictor;
        private final Recommendation recommendation;

        private Advice(CostModel costs, Advisor advisor, SettingsPredictor predictor, Recommendation recommendation) {
            this.costs = costs;
            this.advisor = advisor;
            this.predictor = predictor;
            this.recommendation = recommendation;
        }

        CostModel costs() {
            return costs;
        }

        Recommendation recommendation() {
            return recommendation;
        }

        /**
         * Predicts with the measured level of the codec; a level that was not measured is approximated by Kafka's
         * default level.
         */
        Prediction predicted(ProducerSettings settings) {
            CompressionCurve curve = advisor.curve(settings.codec())
                    .or(() ->
                            advisor.curve(Codec.ofDefaultLevel(settings.codec().type())))
                    .orElseThrow(() -> new IllegalStateException("nothing was measured of " + settings.codec()));
            return predictor.of(settings, curve);
        }

        /**
         * Whether the settings satisfy the latency limit; whether a producer keeps up with them is determined by the
         * search.
         */
        boolean mayBe(ProducerSettings settings) {
            return new Limits(MAX_LATENCY_MILLIS, OptionalDouble.empty()).allow(predicted(settings));
        }
    }
}
