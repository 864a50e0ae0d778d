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
 * Predicts what settings do on a live broker: the records go through Kafka's own accumulator in simulated time, and what
 * was counted there is priced with the codecs' measured costs and those of the machine.
 */
public final class Forecaster {
    /** Upper bound of how much longer threads take while they wait for processors. */
    private static final double MAX_SLOWDOWN = 32;

    /** Batches that grow by less do not make up for a lack of processors. */
    private static final double MIN_GROWTH = 1.05;

    /** Halvings of that range on a logarithmic scale. */
    private static final int SEARCH_STEPS = 5;

    private static final double MIN_PAYLOAD_SHARE = 1e-6;

    /** Share of records with a key from which on the others decide nothing. */
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
     * @param records in the order in which they are sent, over and over
     * @param machine where that is known; without it no CPU time is predicted
     */
    public Forecaster(
            List<BatchRecord> records,
            Workload workload,
            Optional<KnownMachine> machine,
            Surroundings surroundings,
            long seed) {
        if (records.isEmpty()) {
            throw new IllegalArgumentException("nothing can be predicted without records");
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
        // CPU per GB of payload is multiplied by it again, so that records of headers alone have theirs too.
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

    /** The same with speeds that were measured better; the simulations that only sort settings are kept. */
    Forecaster with(Optional<KnownMachine> remeasured) {
        return new Forecaster(this, workload, remeasured);
    }

    /** The same at another rate. */
    Forecaster atRateOf(Workload other) {
        return new Forecaster(this, other, machine);
    }

    /** Of keys and values in the uncompressed bytes of records. */
    double payloadShare() {
        return payloadShare;
    }

    /** Whether so few records lack a key that it does not matter where these go. */
    boolean nearlyAllHaveKeys() {
        return keyedShare >= NEARLY_ALL;
    }

    /** Whether records come as a load generator or a pattern of timestamps says, and not at random for want of knowledge. */
    boolean knowsPacing() {
        return surroundings.evenly() || surroundings.pattern().isPresent();
    }

    /** Where a log's batches show bursts. */
    OptionalDouble recordsPerBurst() {
        return surroundings.recordsPerBurst();
    }

    /** The same without the pattern of the records' timestamps; empty where they have none. */
    Optional<Forecaster> atMeanRate() {
        return surroundings.pattern().isEmpty() || recordsPerBurst().isPresent()
                ? Optional.empty()
                : Optional.of(
                        new Forecaster(records, workload, machine, Surroundings.applications(Optional.empty()), seed));
    }

    /**
     * What settings do: the batches that form are compressed.
     *
     * @param measured of the settings' codec; without it no CPU time is predicted
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
        // How fast other clients' threads are is not known.
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
     * The records of each batch that forms with the settings, in the order in which the batches leave. Every record is sent once,
     * as far as compressing that does not take too long: {@link #of} compresses some of these batches.
     */
    List<List<BatchRecord>> batches(ProducerSettings settings, CompressionCurve measured) {
        return simulation.batches(settings, measured);
    }

    /** Stored bytes per record of those batches, their headers included. */
    double storedBytesPerRecord(ProducerSettings settings, CompressionCurve measured) {
        ReplayedTraffic traffic = simulation.ofAllRecords(settings, measured);
        return (double) traffic.storedBytes() / traffic.records();
    }

    /** Traffic of batches that compress as a model says; see {@link TrafficSimulation#counted}. */
    ReplayedTraffic counted(ProducerSettings settings, CompressionCurve measured, SizeModel compressing) {
        return simulation.counted(settings, measured, compressing);
    }

    /**
     * About what settings do, for leaving out those that others do better than: fewer batches form, and each is taken to
     * compress as measured ones of its size do.
     */
    public Forecast coarse(ProducerSettings settings, CompressionCurve measured) {
        return forecast(settings, priced(Optional.of(measured), coarse.of(settings, measured), 1), Optional.empty());
    }

    /**
     * Enough batches to compare them with those of a log; each is taken to compress as measured ones of its size do. Those that their linger
     * closes differ little, and few are enough.
     */
    ReplayedTraffic compared(ProducerSettings settings, CompressionCurve measured) {
        ReplayedTraffic few = coarse.of(settings, measured);
        return few.fullShare() < DepthUncertainty.NOTABLE_FULL_SHARE
                ? few
                : simulation.atRate(settings, Optional.of(measured), Depth.COMPARED, 1);
    }

    /**
     * How many times as large batches without a linger are where threads wait for processors and brokers answer late; at least 1.
     */
    double growthWhereAllIsBusy(ProducerSettings settings, CompressionCurve measured) {
        ReplayedTraffic busy = simulation.atRateWhereAllIsBusy(settings, measured.ofDefaultLevel(), Depth.COARSE);
        return Math.max(
                1, busy.recordsPerBatch() / coarse.of(settings, measured).recordsPerBatch());
    }

    /**
     * How many times as large batches without a linger are as where threads take half as long; at least 1. Much where threads only just
     * keep up by what they are taken to cost: then batches hold what has come meanwhile, and how much that is depends on it.
     */
    double growthByThreads(ProducerSettings settings, CompressionCurve measured) {
        ReplayedTraffic fast =
                simulation.atRateWhereThreadsAreTwiceAsFast(settings, measured.ofDefaultLevel(), Depth.COARSE);
        return Math.max(1, coarse.of(settings, measured).recordsPerBatch() / fast.recordsPerBatch());
    }

    /** Batches as producers send them, and the ratio that brokers store them with. */
    record Recompressed(Forecast sent, double storedRatio) {}

    /**
     * What it does that brokers compress the batches of some settings again, with the topic's codec.
     *
     * @param measured of the producers' codec
     * @param stored of the topic's
     */
    Recompressed recompressed(ProducerSettings sent, CompressionCurve measured, CompressionCurve stored) {
        return recompressed(sent, measured, stored, simulation.recompressed(sent, measured, stored));
    }

    /** About that: the batches of {@link #coarse}, which are taken to compress as measured ones of their size do. */
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

    /** @param producers that the traffic is typical of */
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

    /** @param cpu seconds of each role for a gigabyte; empty where that is not known */
    private record Simulated(ReplayedTraffic traffic, Map<CostRole, Double> cpu) {}

    private Simulated priced(Optional<CompressionCurve> measured, ReplayedTraffic traffic, double slower) {
        double perProducer = workload.recordsPerSecond() / workload.producers();
        return new Simulated(
                traffic,
                cpu.flatMap(known -> measured.map(curve -> known.perGigabyte(curve, traffic, perProducer, slower)))
                        .orElse(Map.of()));
    }

    /**
     * Threads use no more of the processors than there is. Where small requests would, all threads wait for processors, requests
     * take along what came meanwhile, and cost less: as much less as makes them fit.
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
        // Requests of librdkafka do not wait for answers, so its batches do not grow: it would fall behind.
        return fitting.traffic().recordsPerBatch()
                        > MIN_GROWTH * tooExpensive.traffic().recordsPerBatch()
                ? fitting
                : tooExpensive;
    }

    /** Both processors and threads may be what is short. */
    private Forecast.Ceiling ceiling(ProducerSettings settings, CompressionCurve curve, TrafficCpu known) {
        ReplayedTraffic traffic = simulation.unthrottled(settings, curve, 1);
        double byThreads = traffic.recordsPerSecond() * workload.producers();
        Map<CostRole, Double> roles = known.perGigabyte(curve, traffic, 0, 1);
        double byProcessors = known.byProcessors(curve.codec(), roles);
        if (byProcessors < byThreads) {
            // A broker that waits for processors answers late: batches fill and queue, and take less CPU than those
            // above. A consumer that waits for them asks less often, and gets more at once.
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
