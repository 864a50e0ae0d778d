package dev.squeeze.feature.advise;

import dev.squeeze.engine.measure.CodecMeasurement;
import dev.squeeze.engine.measure.Contention;
import dev.squeeze.engine.measure.SweepResult;
import dev.squeeze.engine.predict.CompressionCurve;
import dev.squeeze.engine.predict.CostModel;
import dev.squeeze.engine.predict.Forecaster;
import dev.squeeze.engine.predict.HandMade;
import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.Predictor;
import dev.squeeze.engine.predict.PriceList;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.predict.SettingsPredictor;
import dev.squeeze.engine.predict.Surroundings;
import dev.squeeze.engine.predict.Workload;
import dev.squeeze.kit.format.BatchCutter;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.format.PackedBatch;
import dev.squeeze.kit.source.BatchSample;
import dev.squeeze.kit.source.RecordSource;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.source.StoredBatches;
import dev.squeeze.kit.unit.ArrivalRate;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Builds a decision from made-up measurements: everything has a default, and a test changes what it is about. */
final class AdviceCase {
    private static final int[] BATCH_BYTES = {1 << 10, 1 << 14, 1 << 18, 1 << 21};

    /**
     * Keyed by the simulated workload and the measurements, since simulating takes most of the time and many cases
     * share it.
     */
    private static final Map<List<Object>, Forecaster> FORECASTERS = new ConcurrentHashMap<>();

    private final List<CodecMeasurement> measurements = new ArrayList<>();
    private final List<Object> measured = new ArrayList<>();
    private Workload workload = HandMade.workload(100_000);
    private Objective objective = Objective.COST;
    private ProducerSettings current = ProducerSettings.KAFKA_DEFAULTS;
    private OptionalDouble maxLatencyMillis = OptionalDouble.of(100);
    private OptionalDouble maxProducerCores = OptionalDouble.empty();
    private boolean ofThreadsThatSend;
    private List<Double> spanRatios = List.of(4.0, 4.0, 4.0, 4.0, 4.0);
    private double wallOverCpu = 1;
    private long records = 1_000_000;
    private long largestRecordBytes = 193;
    private boolean rateIsAssumed;
    private OptionalDouble rateSeconds = OptionalDouble.empty();
    private OptionalDouble atMeanRate = OptionalDouble.empty();
    private boolean followsRunnerUp;
    private boolean keepsAllRecords;
    private Optional<Change> change = Optional.empty();
    private Optional<StoredBatches> stored = Optional.empty();
    private List<PackedBatch> sampled = List.of();

    /** lz4 is fast, zstd compresses well, and each level of zstd is slightly smaller and a lot slower. */
    static AdviceCase usual() {
        return new AdviceCase()
                .with("none", 1, 4_000, 4_000)
                .with("lz4", 3, 500, 1_500)
                .with("zstd:1", 4.5, 350, 900)
                .with("zstd:3", 5, 220, 850)
                .with("zstd:9", 5.6, 40, 800);
    }

    /** Fewer codecs: each has simulations of its own, which take long for many partitions and high rates. */
    static AdviceCase noneAndZstd() {
        return new AdviceCase().with("none", 1, 4_000, 4_000).with("zstd:1", 4.5, 350, 900);
    }

    /** The ratio is for 16 KiB; it is a fifth lower at 1 KiB, and higher above. */
    AdviceCase with(String codec, double ratio, double compressMebibytes, double decompressMebibytes) {
        return with(codec, ratio, 0.005, compressMebibytes, decompressMebibytes);
    }

    AdviceCase with(
            String codec, double ratio, double halfWidth, double compressMebibytes, double decompressMebibytes) {
        measured.add(List.of(codec, ratio, halfWidth, compressMebibytes, decompressMebibytes));
        double growth = 0.8;
        for (int bytes : BATCH_BYTES) {
            double at = Math.max(1, 1 + (ratio - 1) * growth);
            measurements.add(HandMade.point(
                    Codec.parse(codec),
                    bytes,
                    at,
                    codec.equals("none") ? 0 : halfWidth,
                    compressMebibytes,
                    decompressMebibytes));
            growth += 0.2;
        }
        return this;
    }

    AdviceCase on(Workload workload) {
        this.workload = workload;
        return this;
    }

    AdviceCase optimizing(Objective objective) {
        this.objective = objective;
        return this;
    }

    AdviceCase today(String codec, int batchSizeBytes, int lingerMillis) {
        current = new ProducerSettings(Codec.parse(codec), batchSizeBytes, lingerMillis);
        return this;
    }

    /** Producers send this codec, and brokers store the codec of today's settings. */
    AdviceCase sent(String codec) {
        Codec stored = current.codec();
        current = new ProducerSettings(Codec.parse(codec), current.batchSizeBytes(), current.lingerMillis())
                .recompressedTo(stored);
        return this;
    }

    AdviceCase withinLatency(double millis) {
        maxLatencyMillis = OptionalDouble.of(millis);
        return this;
    }

    AdviceCase withinCores(double cores) {
        maxProducerCores = OptionalDouble.of(cores);
        return this;
    }

    /** Without a limit on cores, so that it is derived from the number of sending threads. */
    AdviceCase withThreadsThatSend() {
        maxProducerCores = OptionalDouble.empty();
        ofThreadsThatSend = true;
        return this;
    }

    AdviceCase spans(Double... ratios) {
        spanRatios = List.of(ratios);
        return this;
    }

    AdviceCase contended(double wallOverCpu) {
        this.wallOverCpu = wallOverCpu;
        return this;
    }

    AdviceCase largestRecord(long bytes) {
        largestRecordBytes = bytes;
        return this;
    }

    /** The values of the sampled records. */
    AdviceCase values(List<byte[]> values) {
        BatchCutter cutter = new BatchCutter(1 << 24);
        values.forEach(value -> cutter.add(new BatchRecord(null, value, BatchRecord.NO_HEADERS, 0)));
        sampled = List.of(cutter.take().orElseThrow());
        return this;
    }

    AdviceCase records(long records) {
        this.records = records;
        return this;
    }

    /** Today's batches are from a log: zstd, 5 records per batch. */
    AdviceCase storedInBatchesOfFive() {
        return storedInBatchesOf(5, 2.5);
    }

    /** The same with other batches. */
    AdviceCase storedInBatchesOf(double recordsPerBatch, double ratio) {
        return storedIn(recordsPerBatch, ratio, OptionalDouble.empty());
    }

    private AdviceCase storedIn(double recordsPerBatch, double ratio, OptionalDouble recordsPerTransaction) {
        stored = Optional.of(new StoredBatches(
                true,
                CodecType.ZSTD,
                1,
                1_000,
                recordsPerBatch,
                200 * recordsPerBatch,
                ratio,
                OptionalDouble.of(3),
                OptionalDouble.of(workload.recordsPerSecond()),
                OptionalDouble.of(3e6),
                12,
                OptionalLong.empty(),
                Optional.empty(),
                OptionalDouble.empty(),
                recordsPerTransaction,
                Optional.empty()));
        current = new ProducerSettings(Codec.parse("zstd:3"), 16_384, 5);
        return this;
    }

    /** The same in batches that transactions end. */
    AdviceCase storedInTransactionsOf(double records) {
        return storedIn(records, 1.5, OptionalDouble.of(records));
    }

    /** Nothing is deleted by age. */
    AdviceCase keepingAllRecords() {
        keepsAllRecords = true;
        return this;
    }

    /** Batches are twice as large as at a steady rate. */
    AdviceCase inBursts() {
        atMeanRate = OptionalDouble.of(0.5);
        return this;
    }

    /** Batches are two thirds of those at random. */
    AdviceCase atAnEvenPace() {
        atMeanRate = OptionalDouble.of(1.5);
        return this;
    }

    AdviceCase assumedRate() {
        rateIsAssumed = true;
        return this;
    }

    AdviceCase rateSeenFor(double seconds) {
        rateSeconds = OptionalDouble.of(seconds);
        return this;
    }

    /** A live run shows the first alternative to be better than the recommended settings. */
    AdviceCase followingARunnerUp() {
        followsRunnerUp = true;
        return this;
    }

    AdviceCase changing(Change where) {
        change = Optional.of(where);
        return this;
    }

    Recommendation advise() {
        Recommendation advice = advisor().advise();
        if (!followsRunnerUp) {
            return advice;
        }
        Prediction better = advice.runnersUp().get(0).prediction();
        return advisor()
                .following(advice, new LiveFindings(Map.of(better.settings(), better), Set.of()), better.settings());
    }

    Advisor advisor() {
        List<BatchSample> sizes = new ArrayList<>();
        for (int bytes : BATCH_BYTES) {
            sizes.add(new BatchSample(
                    bytes,
                    sizes.isEmpty() ? sampled : List.of(),
                    List.of(),
                    1_000,
                    5L * bytes,
                    1_000L * bytes,
                    0,
                    1,
                    0,
                    spanRatios));
        }
        Sample sample = new Sample(
                new RecordSource.ReadReport(records, records * 193, "lines", true, true, List.of(), stored),
                new Sample.RecordBytes(193, 193, 193, 193, largestRecordBytes),
                1,
                Optional.empty(),
                sizes);
        AdviceRequest request = new AdviceRequest(
                current,
                objective,
                objective.keep(OptionalDouble.empty()),
                ofThreadsThatSend
                        ? Limits.ofThreadsThatSend(maxLatencyMillis, workload.producers())
                        : new Limits(maxLatencyMillis, maxProducerCores),
                new ArrivalRate.RecordsPerSecond(workload.recordsPerSecond()),
                rateIsAssumed,
                rateSeconds,
                (stored.isPresent() ? new FromLog(true, true, true, true) : FromLog.NOTHING)
                        .withRetention(keepsAllRecords),
                change);
        SweepResult sweep =
                new SweepResult(measurements, List.of(), Optional.of(new Contention(wallOverCpu)), 5, false);
        CostModel costs = new CostModel(workload, PriceList.read("aws"));
        return new Advisor(sample, sweep, costs, request, new ByCurves(costs));
    }

    /** Forms batches by simulation and compresses them by the made-up curves. */
    private final class ByCurves implements Predictor {
        private static final int RECORDS = 4_000;

        private final CostModel costs;
        private final SettingsPredictor predictor;

        ByCurves(CostModel costs) {
            this.costs = costs;
            Workload sent = asSent(costs.workload());
            this.predictor = new SettingsPredictor(
                    costs,
                    FORECASTERS.computeIfAbsent(List.of(sent, List.copyOf(measured)), any -> forecaster(sent)),
                    0);
        }

        /** Without size limit, codec and retention of the topic, which do not affect simulated producers. */
        private static Workload asSent(Workload workload) {
            return workload.withMaxMessageBytes(OptionalInt.empty())
                    .withTopicCompression(Optional.empty())
                    .withRetention(Duration.ZERO);
        }

        private static Forecaster forecaster(Workload workload) {
            List<BatchRecord> records = new ArrayList<>();
            for (int i = 0; i < RECORDS; i++) {
                byte[] key = workload.keyed()
                        ? ByteBuffer.allocate(8).putLong(i * 31L).array()
                        : null;
                records.add(new BatchRecord(key, new byte[workload.keyed() ? 184 : 192], BatchRecord.NO_HEADERS, 0));
            }
            return new Forecaster(
                    records,
                    workload,
                    Optional.empty(),
                    new Surroundings(OptionalInt.empty(), false, Optional.empty(), OptionalInt.empty(), true),
                    1);
        }

        @Override
        public Prediction of(ProducerSettings settings, CompressionCurve curve) {
            Prediction coarse = predictor.coarse(settings, curve);
            return new Prediction(
                    coarse.settings(),
                    coarse.fill(),
                    coarse.ratio(),
                    coarse.ratioRelativeHalfWidth(),
                    coarse.speedRelativeHalfWidth(),
                    coarse.resources(),
                    coarse.addedLatencyMillis(),
                    coarse.simulated()
                            .map(one -> new Prediction.SimulatedTraffic(
                                    one.batches(),
                                    false,
                                    one.recordsPerBatchRelativeHalfWidth(),
                                    one.applicationCores(),
                                    one.ackMedianMillis(),
                                    one.ackP99Millis())));
        }

        @Override
        public OptionalDouble recordsPerBatchAtMeanRate(ProducerSettings settings, CompressionCurve curve) {
            return atMeanRate.isEmpty()
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(atMeanRate.getAsDouble()
                            * predictor.coarse(settings, curve).fill().recordsPerBatch());
        }

        @Override
        public OptionalDouble recordsPerBurst() {
            return OptionalDouble.empty();
        }

        @Override
        public double cpuRelativeHalfWidth() {
            return predictor.cpuRelativeHalfWidth();
        }

        /** Assumes the worst, so that nothing is simulated twice. */
        @Override
        public boolean comesToTheSame(ProducerSettings settings, CompressionCurve curve) {
            return false;
        }

        @Override
        public boolean hasFormed(ProducerSettings settings) {
            return predictor.hasFormed(settings);
        }

        @Override
        public Prediction recompressed(Prediction today, CompressionCurve sent, CompressionCurve stored) {
            return predictor.coarseRecompressed(today, sent, stored);
        }

        @Override
        public Prediction coarseRecompressed(Prediction today, CompressionCurve sent, CompressionCurve stored) {
            return predictor.coarseRecompressed(today, sent, stored);
        }

        @Override
        public Prediction coarse(ProducerSettings settings, CompressionCurve curve) {
            return predictor.coarse(settings, curve);
        }

        @Override
        public Predictor atRateTimes(double factor) {
            Workload workload = costs.workload();
            return new ByCurves(
                    new CostModel(workload.withRecordsPerSecond(factor * workload.recordsPerSecond()), costs.prices()));
        }

        @Override
        public Prediction ofStored(Prediction simulated, StoredBatches stored, CompressionCurve curve) {
            return predictor.ofStored(simulated, stored, curve);
        }
    }
}
