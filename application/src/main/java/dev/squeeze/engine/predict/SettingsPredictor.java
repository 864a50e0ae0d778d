package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.kafka.ReplayedTraffic;
import dev.squeeze.kit.kafka.SizeModel;
import dev.squeeze.kit.source.StoredBatches;
import dev.squeeze.kit.stats.StudentT;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Predicts the effect of settings on a workload: the simulated producer forms the batches, which are compressed, and
 * the result is priced. All commands use this class for that.
 */
public final class SettingsPredictor implements Predictor {
    /** Half-width at 95 % of stored bytes if batches are as predicted. */
    private static final double STORED_UNCERTAINTY = 0.025;

    /**
     * The same for records that are not compressed: their sizes in a part of the traffic differ from those in all of
     * it.
     */
    private static final double UNCOMPRESSED_UNCERTAINTY = 0.012;

    /** Typical number of batches of a live producer that are examined. */
    private static final double LOOKED_AT_BATCHES = 400;

    /**
     * Round trips that an acknowledgement may take in addition to the linger, for simulations that are too short to
     * show it.
     */
    private static final int TRIPS = 4;

    private final CostModel costs;
    private final Forecaster forecaster;
    private final double cpuRelativeHalfWidth;
    private final Optional<Forecaster> steady;
    private final Map<ProducerSettings, Prediction> whole = new ConcurrentHashMap<>();
    /** Settings for which chance determines how large a producer's batches are. */
    private final Set<ProducerSettings> dependingOnChance = ConcurrentHashMap.newKeySet();

    /** @param cpuRelativeHalfWidth of CPU times at 95 %, apart from those of the codecs */
    public SettingsPredictor(CostModel costs, Forecaster forecaster, double cpuRelativeHalfWidth) {
        this.costs = costs;
        this.forecaster = forecaster;
        this.cpuRelativeHalfWidth = cpuRelativeHalfWidth;
        this.steady = forecaster.atMeanRate();
    }

    /**
     * A predictor for applications that share the records among them, with brokers on separate machines.
     *
     * @param curves measured on the records, by codec
     * @param machine costs of clients and brokers; if absent, CPU times are those of the codecs only
     * @param cpuRelativeHalfWidth uncertainty of these costs
     */
    public static SettingsPredictor ofApplications(
            SentRecords sent,
            CostModel costs,
            Map<Codec, CompressionCurve> curves,
            Optional<MachineCosts> machine,
            double cpuRelativeHalfWidth,
            long seed) {
        return new SettingsPredictor(
                costs,
                new Forecaster(
                        sent.records(),
                        costs.workload(),
                        machine.flatMap(known -> known(known, curves)),
                        Surroundings.applications(sent.pattern()),
                        seed),
                cpuRelativeHalfWidth);
    }

    /** The same workload with more precisely measured curves. What only ranks settings is not simulated again. */
    public SettingsPredictor with(Map<Codec, CompressionCurve> remeasured, Optional<MachineCosts> machine) {
        return new SettingsPredictor(
                costs, forecaster.with(machine.flatMap(known -> known(known, remeasured))), cpuRelativeHalfWidth);
    }

    @Override
    public Predictor atRateTimes(double factor) {
        Workload workload = costs.workload().atRateTimes(factor);
        return new SettingsPredictor(
                new CostModel(workload, costs.prices()), forecaster.atRateOf(workload), cpuRelativeHalfWidth);
    }

    private static Optional<KnownMachine> known(MachineCosts machine, Map<Codec, CompressionCurve> curves) {
        return Optional.ofNullable(curves.get(Codec.NONE)).map(uncompressed -> new KnownMachine(machine, uncompressed));
    }

    public CostModel costs() {
        return costs;
    }

    @Override
    public double cpuRelativeHalfWidth() {
        return cpuRelativeHalfWidth;
    }

    @Override
    public boolean comesToTheSame(ProducerSettings settings, CompressionCurve curve) {
        of(settings, curve);
        return !dependingOnChance.contains(settings);
    }

    @Override
    public boolean hasFormed(ProducerSettings settings) {
        return whole.containsKey(settings);
    }

    /** The same settings are simulated only once. */
    @Override
    public Prediction of(ProducerSettings settings, CompressionCurve curve) {
        return whole.computeIfAbsent(settings, wanted -> whole(forecaster.of(wanted, Optional.of(curve)), curve));
    }

    /**
     * The records of each batch that forms with the settings, in the order in which the batches are sent, for analysing
     * what batches contain. Every record is sent once, unless compressing all of them would take too long. {@link #of}
     * compresses some of these batches.
     */
    public List<List<BatchRecord>> batches(ProducerSettings settings, CompressionCurve curve) {
        return forecaster.batches(settings, curve);
    }

    /** Stored bytes per record of the batches returned by {@link #batches}, batch headers included. */
    public double storedBytesPerRecord(ProducerSettings settings, CompressionCurve curve) {
        return forecaster.storedBytesPerRecord(settings, curve);
    }

    /**
     * The same if batches compress as predicted by a model. Nothing is compressed here, and records arrive at the same
     * times regardless of their size, so that records of different sizes can be compared.
     * Records per batch under the same conditions.
     */
    public double storedBytesPerRecord(ProducerSettings settings, CompressionCurve curve, SizeModel compressing) {
        ReplayedTraffic traffic = forecaster.counted(settings, curve, compressing);
        return (double) traffic.storedBytes() / traffic.records();
    }

    /** Records per batch there. */
    public double recordsPerBatch(ProducerSettings settings, CompressionCurve curve, SizeModel compressing) {
        return forecaster.counted(settings, curve, compressing).recordsPerBatch();
    }

    @Override
    public OptionalDouble recordsPerBatchAtMeanRate(ProducerSettings settings, CompressionCurve curve) {
        return steady.map(forecaster -> OptionalDouble.of(
                        forecaster.of(settings, Optional.of(curve)).recordsPerBatch()))
                .orElse(OptionalDouble.empty());
    }

    @Override
    public OptionalDouble recordsPerBurst() {
        return forecaster.recordsPerBurst();
    }

    @Override
    public Prediction coarse(ProducerSettings settings, CompressionCurve curve) {
        return priced(forecaster.coarse(settings, curve), curve, true, DepthUncertainty.COARSE);
    }

    @Override
    public Prediction ofStored(Prediction simulated, StoredBatches stored, CompressionCurve curve) {
        BatchFill fill = new BatchFill(
                stored.recordsPerBatch(),
                stored.recordBytesPerBatch(),
                simulated.fill().full(),
                stored.gatheredMillis().orElse(simulated.fill().lingeredMillis()));
        return new Prediction(
                simulated.settings(),
                fill,
                stored.ratio(),
                simulated.sentRatio(),
                stored.whole() ? 0 : curve.ratioRelativeHalfWidth(fill.recordBytesPerBatch()),
                simulated.speedRelativeHalfWidth(),
                costs.withBytes(
                        fill, simulated.sentRatio().orElse(stored.ratio()), stored.ratio(), simulated.resources()),
                fill.lingeredMillis() + sendingMillis(fill.recordBytesPerBatch(), curve),
                simulated.simulated());
    }

    @Override
    public Prediction recompressed(Prediction today, CompressionCurve sent, CompressionCurve stored) {
        return whole.computeIfAbsent(
                today.settings().recompressedTo(stored.codec()),
                wanted -> recompressed(
                        today, forecaster.recompressed(today.settings(), sent, stored), sent, stored, false));
    }

    @Override
    public Prediction coarseRecompressed(Prediction today, CompressionCurve sent, CompressionCurve stored) {
        return recompressed(today, forecaster.coarseRecompressed(today.settings(), sent, stored), sent, stored, true);
    }

    /** Batches, and what producers send to brokers, stay as they are today. */
    private Prediction recompressed(
            Prediction today,
            Forecaster.Recompressed recompressed,
            CompressionCurve sent,
            CompressionCurve stored,
            boolean coarse) {
        Forecast forecast = recompressed.sent();
        BatchFill fill = today.fill();
        double bytes = fill.recordBytesPerBatch();
        double sentRatio = today.sentRatio().orElse(today.ratio());
        double storedRatio = recompressed.storedRatio()
                * (sentRatio / forecast.ratio())
                * (inBatchesOf(bytes, forecast, stored) / inBatchesOf(bytes, forecast, sent));
        ResourceEstimate resources = costs.estimate(
                fill,
                sentRatio,
                storedRatio,
                nanosPerByte(forecast.producerCpu(), sendingNanosPerByte(bytes, sent)),
                nanosPerByte(
                        forecast.brokerCpu(), sent.decompressNanosPerByte(bytes) + stored.compressNanosPerByte(bytes)),
                nanosPerByte(forecast.consumerCpu(), stored.decompressNanosPerByte(bytes)));
        // The response to the producer is delayed by this.
        double millis = bytes * stored.compressNanosPerByte(bytes) / 1e6;
        return new Prediction(
                today.settings().recompressedTo(stored.codec()),
                fill,
                storedRatio,
                OptionalDouble.of(sentRatio),
                Math.hypot(stored.ratioRelativeHalfWidth(bytes), STORED_UNCERTAINTY),
                Math.hypot(
                        Math.max(sent.speedRelativeHalfWidth(bytes), stored.speedRelativeHalfWidth(bytes)),
                        cpuRelativeHalfWidth),
                resources,
                today.addedLatencyMillis() + millis,
                today.simulated()
                        .map(simulated -> new Prediction.SimulatedTraffic(
                                forecast.batches(),
                                coarse,
                                simulated.recordsPerBatchRelativeHalfWidth(),
                                simulated.applicationCores(),
                                simulated.ackMedianMillis() + millis,
                                simulated.ackP99Millis() + millis)));
    }

    /**
     * If today's batches were observed in a log, they may differ in size from the simulated ones. Returns how much
     * better a codec compresses the observed ones, according to its measurements.
     */
    private static double inBatchesOf(double bytes, Forecast simulated, CompressionCurve codec) {
        return codec.ratio(bytes) / codec.ratio(simulated.recordBytesPerBatch());
    }

    private Prediction whole(Forecast forecast, CompressionCurve curve) {
        if (!forecast.comesToTheSame()) {
            dependingOnChance.add(forecast.settings());
        }
        return priced(forecast, curve, false, DepthUncertainty.of(forecast, curve, forecaster, costs.workload()));
    }

    /** @param depth how far records per batch may be off, apart from chance */
    private Prediction priced(Forecast forecast, CompressionCurve curve, boolean coarse, DepthUncertainty depth) {
        BatchFill fill = new BatchFill(
                forecast.recordsPerBatch(),
                forecast.recordBytesPerBatch(),
                forecast.full(),
                forecast.firstWaitedMillis());
        double bytes = fill.recordBytesPerBatch();
        double chance = StudentT.NORMAL_95 * forecast.recordsPerBatchRelativeError();
        double byFill = depth.andByChance(chance).ofStoredBytes(fill, curve);
        // If the estimate of the ratio varies, a producer's batches differ from one minute to the next.
        DepthUncertainty records = depth.andByChance(chance * Math.sqrt(1 + forecast.batches() / LOOKED_AT_BATCHES));
        ResourceEstimate resources = costs.estimate(
                fill,
                forecast.ratio(),
                nanosPerByte(forecast.producerCpu(), sendingNanosPerByte(bytes, curve)),
                nanosPerByte(forecast.brokerCpu(), curve.decompressNanosPerByte(bytes)),
                nanosPerByte(forecast.consumerCpu(), curve.decompressNanosPerByte(bytes)));
        return new Prediction(
                forecast.settings(),
                fill,
                forecast.ratio(),
                curve.codec().equals(Codec.NONE)
                        ? Math.hypot(UNCOMPRESSED_UNCERTAINTY, byFill)
                        : Math.hypot(
                                Math.hypot(curve.ratioRelativeHalfWidth(bytes), STORED_UNCERTAINTY),
                                Math.hypot(
                                        byFill,
                                        curve.ofClient(costs.workload().client())
                                                .relativeHalfWidth(bytes))),
                Math.hypot(
                        codecShare(fill, forecast, curve, resources) * curve.speedRelativeHalfWidth(bytes),
                        cpuRelativeHalfWidth),
                resources,
                fill.lingeredMillis() + sendingMillis(bytes, curve),
                Optional.of(new Prediction.SimulatedTraffic(
                        forecast.batches(),
                        coarse,
                        records.halfWidth(),
                        forecast.cpu(CostRole.APPLICATION)
                                .map(seconds -> seconds
                                        * forecaster.payloadShare()
                                        * costs.workload().uncompressedBytesPerSecond()
                                        / 1e9)
                                .orElse(resources.producerCores()),
                        forecast.ackMedianMillis(),
                        coarse ? settledP99Millis(forecast, bytes, curve) : forecast.ackP99Millis())));
    }

    /**
     * A short simulation includes records that are still queued from the producer's start. After that, a record waits
     * only for its linger, its compression and the broker. Settings whose threads cannot keep up are detected by their
     * busy cores.
     */
    private double settledP99Millis(Forecast forecast, double bytes, CompressionCurve curve) {
        return Math.min(
                forecast.ackP99Millis(),
                forecast.settings().lingerMillis()
                        + sendingMillis(bytes, curve)
                        + TRIPS * costs.workload().roundTripMillis());
    }

    /** The codec's share of all cores, 0 to 1. */
    private double codecShare(BatchFill fill, Forecast forecast, CompressionCurve curve, ResourceEstimate all) {
        double bytes = fill.recordBytesPerBatch();
        double decompress = curve.decompressNanosPerByte(bytes);
        double codec = costs.estimate(fill, forecast.ratio(), sendingNanosPerByte(bytes, curve), decompress, decompress)
                .cores();
        return Math.min(1, codec / Math.max(1e-12, all.cores()));
    }

    /** Seconds per GB of payload are nanoseconds per byte of payload. */
    private double nanosPerByte(Optional<Double> secondsPerGigabyte, double codecAlone) {
        return secondsPerGigabyte
                .map(seconds -> seconds * forecaster.payloadShare())
                .orElse(codecAlone);
    }

    /**
     * Time that compressing a batch takes the sending client. Curves describe Java's codecs, which brokers use as well.
     */
    private double sendingMillis(double bytes, CompressionCurve curve) {
        return bytes * sendingNanosPerByte(bytes, curve) / 1e6;
    }

    private double sendingNanosPerByte(double bytes, CompressionCurve curve) {
        return curve.compressNanosPerByte(bytes)
                * ClientCodecCpu.factor(costs.workload().client(), curve.codec(), bytes);
    }
}
