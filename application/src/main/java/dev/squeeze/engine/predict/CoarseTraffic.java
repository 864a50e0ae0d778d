package dev.squeeze.engine.predict;

import dev.squeeze.engine.predict.SimulatedExtent.Depth;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.kafka.ReplayedTraffic;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Approximate traffic of hundreds of settings, from the fewest simulations that tell them apart. Batches that only
 * their linger closes are the same for all codecs and all larger batch sizes, and levels of a codec hardly differ in
 * how much fits into a batch. Thread-safe.
 */
final class CoarseTraffic {
    private static final int SMALL_BATCH_BYTES = 32_768;
    private static final int SHORT_LINGER_MILLIS = 5;
    private static final int TYPICAL_BATCH_BYTES = 131_072;
    private static final int TYPICAL_LINGER_MILLIS = 20;

    private static final double MEDIAN = 0.5;

    /**
     * Codecs whose ratios differ by at most this factor share a simulation, since about the same number of records fits
     * into their batches.
     */
    private static final double ALIKE = 1.1;

    private final TrafficSimulation simulation;
    private final Workload workload;
    private final boolean asMeasured;
    private final UnfilledBatches unfilled;
    private final Map<ProducerSettings, ReplayedTraffic> simulated = new ConcurrentHashMap<>();
    private final Map<ProducerSettings, Double> growths;
    private final Map<Filling, List<CompressionCurve>> standards = new ConcurrentHashMap<>();

    private record Filling(int batchSizeBytes, int lingerMillis) {}

    /**
     * @param asMeasured whether batches compress like measured batches of their size, regardless of which records are
     *     adjacent
     */
    CoarseTraffic(TrafficSimulation simulation, Workload workload, boolean asMeasured) {
        this(simulation, workload, asMeasured, new ConcurrentHashMap<>());
    }

    private CoarseTraffic(
            TrafficSimulation simulation,
            Workload workload,
            boolean asMeasured,
            Map<ProducerSettings, Double> growths) {
        this.simulation = simulation;
        this.workload = workload;
        this.asMeasured = asMeasured;
        this.growths = growths;
        this.unfilled = new UnfilledBatches(workload.partitions(), true);
    }

    /**
     * The same records at another rate. The growths found so far are kept, as they depend on batch sizes, not on the
     * rate.
     */
    CoarseTraffic atRateOf(TrafficSimulation other, Workload faster) {
        return new CoarseTraffic(other, faster, asMeasured, growths);
    }

    ReplayedTraffic of(ProducerSettings settings, CompressionCurve measured) {
        ReplayedTraffic traffic = simulated(
                new ProducerSettings(Codec.NONE, unfilled.largestBatchSize(), settings.lingerMillis()),
                Optional.empty());
        if (!unfilled.validFor(traffic, settings.batchSizeBytes())) {
            CompressionCurve standard = standardFor(settings, measured.ofDefaultLevel());
            ProducerSettings ofStandard =
                    new ProducerSettings(standard.codec(), settings.batchSizeBytes(), settings.lingerMillis());
            traffic = unfilled.of(ofStandard, () -> simulated(ofStandard, Optional.of(standard)));
        }
        return compressed(settings, traffic, measured, workload.client());
    }

    /** Batches of some settings, as brokers store them after recompressing them with another codec. */
    ReplayedTraffic recompressed(ProducerSettings settings, ReplayedTraffic traffic, CompressionCurve stored) {
        return compressed(settings, traffic, stored, ClientProfile.JAVA);
    }

    private ReplayedTraffic compressed(
            ProducerSettings settings, ReplayedTraffic traffic, CompressionCurve measured, ClientProfile compressing) {
        double fraction = growth(measured.ofDefaultLevel(), settings.lingerMillis())
                * fraction(measured, traffic.recordBytesPerBatch(), compressing);
        return traffic.compressedTo(Math.min(1, fraction) * traffic.recordBytes());
    }

    /** Compressed over uncompressed bytes, with the client's codec of that name and level. */
    private static double fraction(CompressionCurve measured, double recordBytesPerBatch, ClientProfile client) {
        double factor =
                client == ClientProfile.JAVA ? 1 : measured.ofClient(client).factor(recordBytesPerBatch);
        return factor * measured.fraction(recordBytesPerBatch, MEDIAN);
    }

    /**
     * All settings with the same linger are queried by one thread, codec by codec, so which codec represents which is
     * deterministic.
     */
    private CompressionCurve standardFor(ProducerSettings settings, CompressionCurve own) {
        if (own.codec().equals(Codec.NONE)) {
            return own;
        }
        double ratio = own.ratio(settings.batchSizeBytes());
        List<CompressionCurve> others = standards.computeIfAbsent(
                new Filling(settings.batchSizeBytes(), settings.lingerMillis()),
                filling -> new CopyOnWriteArrayList<>());
        for (CompressionCurve other : others) {
            double otherRatio = other.ratio(settings.batchSizeBytes());
            if (Math.max(ratio, otherRatio) <= ALIKE * Math.min(ratio, otherRatio)) {
                return other;
            }
        }
        others.add(own);
        return own;
    }

    private ReplayedTraffic simulated(ProducerSettings settings, Optional<CompressionCurve> measured) {
        return simulated.computeIfAbsent(settings, wanted -> simulation.atRate(wanted, measured, Depth.COARSE, 1));
    }

    /**
     * How much larger the compressed records are in the batches that form than in measured batches of that size.
     * Measured batches consist of records adjacent in the source; keys and multiple producers place other records next
     * to each other.
     */
    private double growth(CompressionCurve standard, int lingerMillis) {
        Codec codec = standard.codec();
        boolean neighbours = workload.producers() == 1 && !workload.scatters();
        if (codec.equals(Codec.NONE) || neighbours || asMeasured) {
            return 1;
        }
        ProducerSettings typical = lingerMillis < TYPICAL_LINGER_MILLIS
                ? new ProducerSettings(codec, SMALL_BATCH_BYTES, SHORT_LINGER_MILLIS)
                : new ProducerSettings(codec, TYPICAL_BATCH_BYTES, TYPICAL_LINGER_MILLIS);
        return growths.computeIfAbsent(typical, wanted -> {
            ReplayedTraffic formed = simulation.atRate(wanted, Optional.of(standard), Depth.PROBE, 1);
            return (formed.storedBytes() - formed.headerBytes())
                    / (fraction(standard, formed.recordBytesPerBatch(), workload.client()) * formed.recordBytes());
        });
    }
}
