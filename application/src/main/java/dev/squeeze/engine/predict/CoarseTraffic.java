package dev.squeeze.engine.predict;

import dev.squeeze.engine.predict.SimulatedExtent.Depth;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.kafka.ReplayedTraffic;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * About the traffic of hundreds of settings, from as few simulations as tell them apart: batches that only their linger closes
 * are those of all codecs and of all sizes that are larger, and levels of a codec hardly differ in what fits into a batch.
 * May be asked by several threads; two that ask the same at the same time simulate it twice, to the same end.
 */
final class CoarseTraffic {
    private static final int SMALL_BATCH_BYTES = 32_768;
    private static final int SHORT_LINGER_MILLIS = 5;
    private static final int TYPICAL_BATCH_BYTES = 131_072;
    private static final int TYPICAL_LINGER_MILLIS = 20;

    /** {@code batch.size} of batches that only their linger closes, so that all partitions' fit into the buffer. */
    private static final long MOST_UNBOUNDED = 1 << 20;

    private static final long LEAST_UNBOUNDED = 64 << 10;
    private static final long BUFFER_SHARE = 16 << 20;

    /** A batch is full where its guess, which is 5 % too high, its header and one more record reach {@code batch.size}. */
    private static final double UNBOUNDED_MARGIN = 1.1;

    private static final double MEDIAN = 0.5;

    private final TrafficSimulation simulation;
    private final Workload workload;
    private final boolean asMeasured;
    private final Map<ProducerSettings, ReplayedTraffic> simulated = new ConcurrentHashMap<>();
    private final Map<ProducerSettings, Double> apart = new ConcurrentHashMap<>();

    /** @param asMeasured whether batches compress as measured ones of their size, whatever records are next to each other */
    CoarseTraffic(TrafficSimulation simulation, Workload workload, boolean asMeasured) {
        this.simulation = simulation;
        this.workload = workload;
        this.asMeasured = asMeasured;
    }

    ReplayedTraffic of(ProducerSettings settings, CompressionCurve measured) {
        CompressionCurve standard = measured.ofDefaultLevel();
        ReplayedTraffic traffic = simulated(
                new ProducerSettings(Codec.NONE, unboundedBatchSize(), settings.lingerMillis()), Optional.empty());
        if (traffic.largestBatchBytes() * UNBOUNDED_MARGIN
                >= Math.min(settings.batchSizeBytes(), unboundedBatchSize())) {
            traffic = simulated(
                    new ProducerSettings(standard.codec(), settings.batchSizeBytes(), settings.lingerMillis()),
                    Optional.of(standard));
        }
        return of(settings, traffic, measured);
    }

    /** Batches of some settings as a codec stores them, which need not be that of the settings. */
    ReplayedTraffic of(ProducerSettings settings, ReplayedTraffic traffic, CompressionCurve measured) {
        CompressionCurve standard = measured.ofDefaultLevel();
        double fraction =
                apart(standard, settings.lingerMillis()) * measured.fraction(traffic.recordBytesPerBatch(), MEDIAN);
        return traffic.compressedTo(Math.min(1, fraction) * traffic.recordBytes());
    }

    private int unboundedBatchSize() {
        return (int) Math.max(LEAST_UNBOUNDED, Math.min(MOST_UNBOUNDED, BUFFER_SHARE / workload.partitions()));
    }

    private ReplayedTraffic simulated(ProducerSettings settings, Optional<CompressionCurve> measured) {
        ReplayedTraffic known = simulated.get(settings);
        if (known == null) {
            known = simulation.atRate(settings, measured, Depth.COARSE, 1);
            simulated.put(settings, known);
        }
        return known;
    }

    /**
     * How much larger compressed records are in the batches that form than in measured ones of that size, which hold
     * neighbours of the source: keys, and several producers, put others next to one another.
     */
    private double apart(CompressionCurve standard, int lingerMillis) {
        Codec codec = standard.codec();
        boolean neighbours = workload.producers() == 1 && !workload.scatters();
        if (codec.equals(Codec.NONE) || neighbours || asMeasured) {
            return 1;
        }
        ProducerSettings typical = lingerMillis < TYPICAL_LINGER_MILLIS
                ? new ProducerSettings(codec, SMALL_BATCH_BYTES, SHORT_LINGER_MILLIS)
                : new ProducerSettings(codec, TYPICAL_BATCH_BYTES, TYPICAL_LINGER_MILLIS);
        Double known = apart.get(typical);
        if (known == null) {
            ReplayedTraffic formed = simulation.atRate(typical, Optional.of(standard), Depth.PROBE, 1);
            known = (formed.storedBytes() - formed.headerBytes())
                    / (standard.fraction(formed.recordBytesPerBatch(), MEDIAN) * formed.recordBytes());
            apart.put(typical, known);
        }
        return known;
    }
}
