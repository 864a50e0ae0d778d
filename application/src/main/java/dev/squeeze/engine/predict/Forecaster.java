package dev.squeeze.engine.predict;

import dev.squeeze.engine.predict.SimulatedExtent.Depth;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.RecordFormatV2;
import dev.squeeze.kit.kafka.ReplayedTraffic;
import dev.squeeze.kit.kafka.SizeModel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Predicts what settings do on a live broker. The records go through Kafka's own accumulator in simulated time; CPU
 * time is computed from the resulting counts, the codecs' measured costs and those of the machine.
 */
public final class Forecaster {
    /** Upper bound of how much longer threads take while they wait for a CPU. */
    private static final double MAX_SLOWDOWN = 32;

    /** Batch growth below this factor does not make up for a lack of CPU. */
    private static final double MIN_GROWTH = 1.05;

    /** Number of bisection steps over that range, on a logarithmic scale. */
    private static final int SEARCH_STEPS = 5;

    private static final double MIN_PAYLOAD_SHARE = 1e-6;

    /** Share of records with a key above which the others do not matter. */
    private static final double NEARLY_ALL = 0.99;

    private final List<BatchRecord> records;
    private final Workload workload;
    private final Optional<KnownMachine> machine;
    private final Surroundings surroundings;
    private final long seed;
    private final double payloadShare;
    private final double keyedShare;
    private final TrafficSimulation simulation;
    private final CoarseTraffic coarse;
    private final Optional<TrafficCpu> cpu;
    private final UnfilledBatches unfilled;

    /**
     * @param records in the order in which they are sent, repeatedly
     * @param machine if absent, no CPU time is predicted
     */
    public Forecaster(
            List<BatchRecord> records,
            Workload workload,
            Optional<KnownMachine> machine,
            Surroundings surroundings,
            long seed) {
        if (records.isEmpty()) {
            throw new IllegalArgumentException("predictions need at least one record");
        }
        this.records = List.copyOf(records);
        this.workload = workload;
        this.machine = machine;
        this.surroundings = surroundings;
        this.seed = seed;
        double payload = 0;
        double encoded = 0;
        double keyed = 0;
        for (BatchRecord record : records) {
            keyed += record.key() == null ? 0 : 1;
            payload += record.payloadBytes();
            encoded += RecordFormatV2.encodedBytes(record, 0, 0);
        }
        // CPU per GB of payload is multiplied by this share again, so records that consist only of headers are
        // covered.
        this.payloadShare = Math.max(MIN_PAYLOAD_SHARE, payload / encoded);
        this.keyedShare = keyed / records.size();
        this.simulation = new TrafficSimulation(this.records, workload, machine, surroundings, seed);
        this.coarse = new CoarseTraffic(simulation, workload, surroundings.asMeasured());
        this.cpu = machine.map(known -> new TrafficCpu(simulation, workload, known, surroundings, payloadShare));
        this.unfilled = new UnfilledBatches(workload.partitions(), false);
    }

    private Forecaster(Forecaster other, Workload workload, Optional<KnownMachine> machine) {
        this.records = other.records;
        this.workload = workload;
        this.machine = machine;
        this.surroundings = other.surroundings;
        this.seed = other.seed;
        this.payloadShare = other.payloadShare;
        this.keyedShare = other.keyedShare;
        this.simulation = new TrafficSimulation(records, workload, machine, surroundings, seed);
        this.coarse = other.workload.equals(workload) ? other.coarse : other.coarse.atRateOf(simulation, workload);
        this.cpu = machine.map(known -> new TrafficCpu(simulation, workload, known, surroundings, payloadShare));
        this.unfilled = new UnfilledBatches(workload.partitions(), false);
    }

    /** The same with remeasured speeds. The simulations that only rank settings are kept. */
    Forecaster with(Optional<KnownMachine> remeasured) {
        return new Forecaster(this, workload, remeasured);
    }

    /** The same at another rate. */
    Forecaster atRateOf(Workload other) {
        return new Forecaster(this, other, machine);
    }

    /** Share of keys and values in the uncompressed bytes of records. */
    double payloadShare() {
        return payloadShare;
    }

    /** Whether so few records lack a key that it does not matter which partitions they go to. */
    boolean nearlyAllHaveKeys() {
        return keyedShare >= NEARLY_ALL;
    }

    /**
     * Whether the pacing is known from a load generator or a pattern of timestamps. Otherwise records are assumed to
     * arrive at random.
     */
    boolean knowsPacing() {
        return surroundings.evenly() || surroundings.pattern().isPresent();
    }

    /** Records per burst, if a log's batches show bursts. */
    OptionalDouble recordsPerBurst() {
        return surroundings.recordsPerBurst();
    }

    /** The same without the pattern of the records' timestamps; empty if there is none. */
    Optional<Forecaster> atMeanRate() {
        return surroundings.pattern().isEmpty() || recordsPerBurst().isPresent()
                ? Optional.empty()
                : Optional.of(
                        new Forecaster(records, workload, machine, Surroundings.applications(Optional.empty()), seed));
    }

    /**
     * Predicts what settings do, by compressing the batches that form.
     *
     * @param measured of the settings' codec; if absent, no CPU time is predicted
     */
    public Forecast of(ProducerSettings settings, Optional<CompressionCurve> measured) {
        SeveralProducers producers = producers(settings, measured);
        Simulated simulated = priced(measured, producers.middle(), 1);
        if (cpu.isEmpty() || measured.isEmpty() || surroundings.cores().isEmpty()) {
            return forecast(settings, simulated, producers, Optional.empty());
        }
        if (cpu.get().shareOfCores(simulated.cpu(), settings.codec()) > 1) {
            simulated = withinTheCores(settings, measured.get(), cpu.get(), simulated);
        }
        // The speed of other clients' threads is not known.
        return forecast(
                settings,
                simulated,
                producers,
                workload.client() == ClientProfile.JAVA
                        ? Optional.of(ceiling(settings, measured.get(), cpu.get()))
                        : Optional.empty());
    }

    private SeveralProducers producers(ProducerSettings settings, Optional<CompressionCurve> measured) {
        ReplayedTraffic first = unfilled.of(settings, () -> simulation.atRate(settings, measured, Depth.WHOLE, 1));
        boolean guesses =
                workload.client() == ClientProfile.JAVA && !settings.codec().equals(Codec.NONE);
        return guesses && SeveralProducers.mayDiffer(first, settings.batchSizeBytes())
                ? SeveralProducers.of(
                        first, number -> simulation.withSeed(seed + number).atRate(settings, measured, Depth.WHOLE, 1))
                : SeveralProducers.one(first);
    }

    /**
     * The records of each batch that forms with the settings, in the order in which the batches are sent. Every record
     * is sent once, unless compressing all of them would take too long. {@link #of} compresses some of these batches.
     */
    List<List<BatchRecord>> batches(ProducerSettings settings, CompressionCurve measured) {
        return simulation.batches(settings, measured);
    }

    /** Stored bytes per record of those batches, their headers included. */
    double storedBytesPerRecord(ProducerSettings settings, CompressionCurve measured) {
        ReplayedTraffic traffic = simulation.ofAllRecords(settings, measured);
        return (double) traffic.storedBytes() / traffic.records();
    }

    /** Traffic whose batches compress as predicted by a model; see {@link TrafficSimulation#counted}. */
    ReplayedTraffic counted(ProducerSettings settings, CompressionCurve measured, SizeModel compressing) {
        return simulation.counted(settings, measured, compressing);
    }

    /**
     * Rough prediction, used to drop settings that are clearly worse than others: fewer batches are formed, and each is
     * assumed to compress like measured batches of its size.
     */
    public Forecast coarse(ProducerSettings settings, CompressionCurve measured) {
        return forecast(settings, priced(Optional.of(measured), coarse.of(settings, measured), 1), Optional.empty());
    }

    /**
     * Enough batches to compare with those of a log. Each is assumed to compress like measured batches of its size.
     * Batches closed by their linger vary little, so that fewer are enough.
     */
    ReplayedTraffic compared(ProducerSettings settings, CompressionCurve measured) {
        ReplayedTraffic few = coarse.of(settings, measured);
        return few.fullShare() < DepthUncertainty.NOTABLE_FULL_SHARE
                ? few
                : simulation.atRate(settings, Optional.of(measured), Depth.COMPARED, 1);
    }

    /** Factor by which batches without a linger grow if threads wait for a CPU and brokers answer late; at least 1. */
    double growthWhereAllIsBusy(ProducerSettings settings, CompressionCurve measured) {
        ReplayedTraffic busy = simulation.atRateWhereAllIsBusy(settings, measured.ofDefaultLevel(), Depth.COARSE);
        return Math.max(
                1, busy.recordsPerBatch() / coarse.of(settings, measured).recordsPerBatch());
    }

    /**
     * Batch size without a linger, relative to that with threads that are twice as fast; at least 1. Large if threads
     * only just keep up at their assumed cost: batches then contain what arrived in the meantime, which depends
     * strongly on that cost.
     */
    double growthByThreads(ProducerSettings settings, CompressionCurve measured) {
        ReplayedTraffic fast =
                simulation.atRateWhereThreadsAreTwiceAsFast(settings, measured.ofDefaultLevel(), Depth.COARSE);
        return Math.max(1, coarse.of(settings, measured).recordsPerBatch() / fast.recordsPerBatch());
    }

    /** Batches as producers send them, and the ratio with which brokers store them. */
    record Recompressed(Forecast sent, double storedRatio) {}

    /**
     * Effect of brokers recompressing the batches of some settings with the topic's codec.
     *
     * @param measured of the producers' codec
     * @param stored of the topic's codec
     */
    Recompressed recompressed(ProducerSettings sent, CompressionCurve measured, CompressionCurve stored) {
        return recompressed(sent, measured, stored, simulation.recompressed(sent, measured, stored));
    }

    /**
     * Rough version of the same: uses the batches of {@link #coarse}, assumed to compress like measured batches of
     * their size.
     */
    Recompressed coarseRecompressed(ProducerSettings sent, CompressionCurve measured, CompressionCurve stored) {
        ReplayedTraffic traffic = coarse.of(sent, measured);
        return recompressed(
                sent,
                measured,
                stored,
                traffic.withRecompressed(
                        coarse.recompressed(sent, traffic, stored).storedBytes()));
    }

    private Recompressed recompressed(
            ProducerSettings sent, CompressionCurve measured, CompressionCurve stored, ReplayedTraffic traffic) {
        double perProducer = workload.recordsPerSecond() / workload.producers();
        Map<CostRole, Double> roles = cpu.map(
                        known -> known.perGigabyteRecompressed(measured, stored, traffic, perProducer))
                .orElse(Map.of());
        return new Recompressed(
                forecast(sent, new Simulated(traffic, roles), Optional.empty()), traffic.recompressedRatio());
    }

    private Forecast forecast(ProducerSettings settings, Simulated simulated, Optional<Forecast.Ceiling> ceiling) {
        return forecast(settings, simulated, SeveralProducers.one(simulated.traffic()), ceiling);
    }

    /** @param producers the producers of which the traffic is typical */
    private Forecast forecast(
            ProducerSettings settings,
            Simulated simulated,
            SeveralProducers producers,
            Optional<Forecast.Ceiling> ceiling) {
        ReplayedTraffic traffic = simulated.traffic();
        return new Forecast(
                settings,
                workload.recordsPerSecond(),
                traffic.recordsPerBatch(),
                traffic.recordBytesPerBatch(),
                traffic.ratio(),
                traffic.batches(),
                producers.recordsPerBatchRelativeError(),
                producers.ratioRelativeError(),
                producers.spread(),
                traffic.fullShare(),
                traffic.firstWaitedMillis(),
                (traffic.storedBytes() + traffic.framingBytes()) / traffic.records() * workload.recordsPerSecond(),
                simulated.cpu(),
                traffic.latencyNanos().getValueAtPercentile(50) / 1e6,
                traffic.latencyNanos().getValueAtPercentile(99) / 1e6,
                ceiling);
    }

    /** @param cpu seconds per gigabyte by role; empty if not known */
    private record Simulated(ReplayedTraffic traffic, Map<CostRole, Double> cpu) {}

    private Simulated priced(Optional<CompressionCurve> measured, ReplayedTraffic traffic, double slower) {
        double perProducer = workload.recordsPerSecond() / workload.producers();
        return new Simulated(
                traffic,
                cpu.flatMap(known -> measured.map(curve -> known.perGigabyte(curve, traffic, perProducer, slower)))
                        .orElse(Map.of()));
    }

    /**
     * Threads cannot use more CPU than there is. If small requests would require more, all threads wait for a CPU, each
     * request carries what arrived in the meantime, and CPU per record drops until it fits.
     */
    private Simulated withinTheCores(
            ProducerSettings settings, CompressionCurve measured, TrafficCpu known, Simulated tooExpensive) {
        Simulated fitting = tooExpensive;
        double low = 1;
        double high = MAX_SLOWDOWN;
        for (int i = 0; i < SEARCH_STEPS; i++) {
            double slower = Math.sqrt(low * high);
            fitting = priced(
                    Optional.of(measured),
                    simulation.atRate(settings, Optional.of(measured), Depth.WHOLE, slower),
                    slower);
            if (known.shareOfCores(fitting.cpu(), settings.codec()) > 1) {
                low = slower;
            } else {
                high = slower;
            }
        }
        // librdkafka's requests do not wait for responses, so its batches do not grow: it would fall behind.
        return fitting.traffic().recordsPerBatch()
                        > MIN_GROWTH * tooExpensive.traffic().recordsPerBatch()
                ? fitting
                : tooExpensive;
    }

    /** The lower of what the threads and the CPUs sustain. */
    private Forecast.Ceiling ceiling(ProducerSettings settings, CompressionCurve curve, TrafficCpu known) {
        ReplayedTraffic traffic = simulation.unthrottled(settings, curve, 1);
        double byThreads = traffic.recordsPerSecond() * workload.producers();
        Map<CostRole, Double> roles = known.perGigabyte(curve, traffic, 0, 1);
        double byProcessors = known.byProcessors(curve.codec(), roles);
        if (byProcessors < byThreads) {
            // A broker that waits for a CPU answers late: batches fill and queue, and need less CPU than those above.
            // A consumer that waits for one fetches less often, and gets more per fetch.
            double slower = byThreads / Math.min(1, traffic.brokerBusy()) / byProcessors;
            roles = known.perGigabyte(curve, simulation.unthrottled(settings, curve, slower), 0, slower);
            byProcessors = known.byProcessors(curve.codec(), roles);
        }
        if (byProcessors < byThreads) {
            return new Forecast.Ceiling(byProcessors, Forecast.Limit.PROCESSORS, roles);
        }
        Forecast.Limit limit = traffic.applicationBusy() >= Math.max(traffic.senderBusy(), traffic.brokerBusy())
                ? Forecast.Limit.APPLICATION_THREADS
                : traffic.senderBusy() >= traffic.brokerBusy()
                        ? Forecast.Limit.PRODUCER_NETWORK_THREAD
                        : Forecast.Limit.BROKER_CONNECTION;
        return new Forecast.Ceiling(byThreads, limit, roles);
    }
}
