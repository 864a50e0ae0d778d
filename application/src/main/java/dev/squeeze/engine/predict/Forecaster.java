package dev.squeeze.engine.predict;

import dev.squeeze.engine.measure.CodecAlone;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.format.FewForAll;
import dev.squeeze.kit.format.RecordFormatV2;
import dev.squeeze.kit.kafka.KafkaBatchCodec;
import dev.squeeze.kit.kafka.ProducerReplay;
import dev.squeeze.kit.kafka.ReplayPlan;
import dev.squeeze.kit.kafka.ReplayPlan.Arrivals;
import dev.squeeze.kit.kafka.ReplayTiming;
import dev.squeeze.kit.kafka.ReplayedTraffic;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Predicts what settings do on a live broker: the records go through Kafka's own accumulator in simulated time, and what
 * was counted there is priced with the codecs' measured costs and those of the machine.
 */
public final class Forecaster {
    private static final double GIGA = 1e9;
    private static final long MAX_BYTES_TO_SETTLE = 192L << 20;
    /** Only how many batches are simulated depends on it. */
    private static final double DEFAULT_RATIO = 4;

    private static final int MAX_BATCHES = 3_000;
    private static final int MIN_BATCHES = 150;
    private static final long MAX_BYTES = 24L << 20;
    /** Only what each request costs unthrottled depends on it, and by its square root. */
    private static final double REQUESTS_UNTHROTTLED = 1_000;

    /** Unthrottled, live consumers' fetches brought the batches of 1.0 to 2.2 requests. */
    private static final double MAX_REQUESTS_PER_FETCH = 2;

    /** Upper bound of how much longer threads take while they wait for processors. */
    private static final double MAX_SLOWDOWN = 32;

    /** Halvings of that range on a logarithmic scale. */
    private static final int SEARCH_STEPS = 5;

    private final List<BatchRecord> records;
    private final Workload workload;
    private final Optional<Machine> machine;
    private final int cores;
    private final long seed;
    private final double payloadShare;
    private final FewForAll few;

    /**
     * What CPU times are predicted from.
     *
     * @param costs of clients and brokers, apart from the codecs
     * @param uncompressed what is measured without a codec
     */
    public record Machine(MachineCosts costs, CompressionCurve uncompressed) {}

    /**
     * @param records in the order in which they are sent, over and over
     * @param machine where that is known; without it no CPU time is predicted
     * @param cores that clients and brokers share
     */
    public Forecaster(List<BatchRecord> records, Workload workload, Optional<Machine> machine, int cores, long seed) {
        if (records.isEmpty()) {
            throw new IllegalArgumentException("nothing can be predicted without records");
        }
        this.records = List.copyOf(records);
        this.workload = workload;
        this.machine = machine;
        this.cores = cores;
        this.seed = seed;
        this.few = new FewForAll(this.records);
        double payload = 0;
        double encoded = 0;
        for (BatchRecord record : records) {
            payload += record.payloadBytes();
            encoded += RecordFormatV2.encodedBytes(record, 0, 0);
        }
        this.payloadShare = payload / encoded;
    }

    /**
     * @param measured of the settings' codec; without it no CPU time is predicted
     * @param even whether records are evenly paced, as by a load generator; else at random
     */
    public Forecast of(ProducerSettings settings, Optional<CompressionCurve> measured, boolean even) {
        Simulated simulated = atRate(settings, measured, even, 1);
        if (machine.isPresent()
                && measured.isPresent()
                && shareOfCores(simulated.cpu(), settings.codec(), machine.get()) > 1) {
            simulated = withinTheCores(settings, measured, even, machine.get(), simulated);
        }
        ReplayedTraffic traffic = simulated.traffic();
        return new Forecast(
                settings,
                workload.recordsPerSecond(),
                traffic.recordsPerBatch(),
                traffic.recordBytesPerBatch(),
                traffic.ratio(),
                (traffic.storedBytes() + traffic.framingBytes()) / traffic.records() * workload.recordsPerSecond(),
                simulated.cpu(),
                traffic.latencyNanos().getValueAtPercentile(50) / 1e6,
                traffic.latencyNanos().getValueAtPercentile(99) / 1e6,
                machine.flatMap(known -> measured.map(curve -> ceiling(settings, curve, known))));
    }

    /** @param cpu seconds of each role for a gigabyte; empty where that is not known */
    private record Simulated(ReplayedTraffic traffic, Map<CostRole, Double> cpu) {}

    /** @param slower how much longer brokers and consumers take, because they wait for processors */
    private Simulated atRate(
            ProducerSettings settings, Optional<CompressionCurve> measured, boolean even, double slower) {
        double perProducer = workload.recordsPerSecond() / workload.producers();
        ReplayedTraffic traffic = simulate(
                settings,
                measured,
                even ? new Arrivals.Even(perProducer) : new Arrivals.Poisson(perProducer),
                perProducer,
                requestsPerSecond(settings, perProducer),
                slower);
        return new Simulated(
                traffic,
                machine.flatMap(known -> measured.map(curve -> perGigabyte(known, curve, traffic, perProducer, slower)))
                        .orElse(Map.of()));
    }

    /**
     * Threads use no more of the processors than there is. Where small requests would, all threads wait for processors, requests
     * take along what came meanwhile, and cost less: as much less as makes them fit.
     */
    private Simulated withinTheCores(
            ProducerSettings settings,
            Optional<CompressionCurve> measured,
            boolean even,
            Machine known,
            Simulated tooExpensive) {
        Simulated fitting = tooExpensive;
        double low = 1;
        double high = MAX_SLOWDOWN;
        for (int i = 0; i < SEARCH_STEPS; i++) {
            double slower = Math.sqrt(low * high);
            fitting = atRate(settings, measured, even, slower);
            if (shareOfCores(fitting.cpu(), settings.codec(), known) > 1) {
                low = slower;
            } else {
                high = slower;
            }
        }
        return fitting;
    }

    /** CPU of the rate over the CPU that roles get under unthrottled load; above 1: more than there is. */
    private double shareOfCores(Map<CostRole, Double> cpuSecondsPerGigabyte, Codec codec, Machine known) {
        return workload.recordsPerSecond() / byProcessors(known, codec, cpuSecondsPerGigabyte);
    }

    /** Both processors and threads may be what is short. */
    private Forecast.Ceiling ceiling(ProducerSettings settings, CompressionCurve curve, Machine known) {
        ReplayedTraffic traffic = simulateUnthrottled(settings, curve, 1);
        double byThreads = traffic.recordsPerSecond() * workload.producers();
        Map<CostRole, Double> cpu = perGigabyte(known, curve, traffic, 0, 1);
        double byProcessors = byProcessors(known, curve.codec(), cpu);
        if (byProcessors < byThreads) {
            // A broker that waits for processors answers late: batches fill and queue, and take less CPU than those
            // above. A consumer that waits for them asks less often, and gets more at once.
            double slower = byThreads / Math.min(1, traffic.brokerBusy()) / byProcessors;
            cpu = perGigabyte(known, curve, simulateUnthrottled(settings, curve, slower), 0, slower);
            byProcessors = byProcessors(known, curve.codec(), cpu);
        }
        if (byProcessors < byThreads) {
            return new Forecast.Ceiling(byProcessors, Forecast.Limit.PROCESSORS, cpu);
        }
        Forecast.Limit limit = traffic.applicationBusy() >= Math.max(traffic.senderBusy(), traffic.brokerBusy())
                ? Forecast.Limit.APPLICATION_THREADS
                : traffic.senderBusy() >= traffic.brokerBusy()
                        ? Forecast.Limit.PRODUCER_NETWORK_THREAD
                        : Forecast.Limit.BROKER_CONNECTION;
        return new Forecast.Ceiling(byThreads, limit, cpu);
    }

    private double byProcessors(Machine known, Codec codec, Map<CostRole, Double> cpuSecondsPerGigabyte) {
        double nanosPerRecord = 0;
        for (Map.Entry<CostRole, Double> role : cpuSecondsPerGigabyte.entrySet()) {
            int times = role.getKey() == CostRole.CONSUMER ? workload.consumerGroups() : 1;
            nanosPerRecord += times * role.getValue() * payloadShare * workload.recordBytes();
        }
        return cores * GIGA / nanosPerRecord * known.costs().saturation(codec.type());
    }

    private ReplayedTraffic simulateUnthrottled(ProducerSettings settings, CompressionCurve curve, double slower) {
        return simulate(
                settings,
                Optional.of(curve),
                new Arrivals.AsFastAsTaken(),
                Double.MAX_VALUE,
                REQUESTS_UNTHROTTLED,
                slower);
    }

    /** Of all producers, each of which does what the simulated one did. */
    private TrafficCounts counts(Machine known, ReplayedTraffic traffic, double wakeUps) {
        int producers = workload.producers();
        return new TrafficCounts(
                traffic.seconds(),
                producers,
                wakeUps,
                producers * traffic.requests(),
                fetches(known, traffic),
                producers * traffic.batches(),
                producers * traffic.records(),
                producers * traffic.recordBytes(),
                producers * traffic.storedBytes(),
                (double) workload.partitions() / Math.min(workload.partitions(), workload.brokers()),
                workload.keyed()
                        ? TrafficCounts.scattered(
                                producers * traffic.records(), traffic.recordsPerBatch(), traffic.openBatches())
                        : 0);
    }

    /** What another producer's request brings while a consumer is not back yet comes with the next fetch. */
    private double fetches(Machine known, ReplayedTraffic traffic) {
        double ofOne = Math.max(traffic.fetches(), traffic.requests() / MAX_REQUESTS_PER_FETCH);
        double missed = (workload.producers() - 1)
                * ofOne
                / traffic.seconds()
                * known.costs().fetchPauseNanos()
                / GIGA;
        return workload.producers() * ofOne / (1 + missed);
    }

    /**
     * @param recordsPerSecond that a paced thread sends; 0 where it never sleeps
     * @param slower how much longer threads take by the clock, because they wait for processors
     */
    private Map<CostRole, Double> perGigabyte(
            Machine known, CompressionCurve curve, ReplayedTraffic traffic, double recordsPerSecond, double slower) {
        TrafficCounts unpaced = counts(known, traffic, 0);
        CodecAlone alone = alone(
                known,
                curve,
                some(traffic.records(), traffic.recordsPerBatch() * traffic.openBatches()),
                traffic.recordBytesPerBatch(),
                traffic.recordsPerBatch(),
                traffic.openBatches(),
                lingeredShare(curve.codec().type(), traffic));
        CodecWork work = new CodecWork(
                curve.codec().type(),
                unpaced.recordBytes() * alone.compressNanosPerByte(),
                unpaced.recordBytes() * alone.decompressNanosPerByte(),
                lingeredShare(curve.codec().type(), traffic) * alone.closingShare());
        double wakeUps = known.costs().wakeUps(unpaced, work, recordsPerSecond, slower);
        TrafficCounts counts = counts(known, traffic, wakeUps);
        double gigabytes = counts.recordBytes() * payloadShare / GIGA;
        Map<CostRole, Double> cpu = new EnumMap<>(CostRole.class);
        for (CostRole role : CostRole.values()) {
            cpu.put(role, known.costs().cpuNanos(role, counts, work) / GIGA / gigabytes);
        }
        return cpu;
    }

    /** Of the batches, those that leave because their linger is over, by what codecs still hold back of them then. */
    private static double lingeredShare(CodecType type, ReplayedTraffic traffic) {
        double heldBack = KafkaBatchCodec.heldBackShare(type, traffic.recordBytesPerBatch());
        return heldBack == 0 ? 0 : Math.min(1, traffic.lateBytes() / (double) traffic.recordBytes() / heldBack);
    }

    /** By what was measured of stretches of the source; where keys scatter records, by batches that are filled concurrently. */
    private CodecAlone alone(
            Machine known,
            CompressionCurve curve,
            List<BatchRecord> simulated,
            double bytesPerBatch,
            double recordsPerBatch,
            double openBatches,
            double lingeredShare) {
        if (workload.keyed() && workload.partitions() > 1) {
            return CodecAlone.ofScattered(
                    curve.codec(), simulated, workload.partitions(), recordsPerBatch, openBatches, lingeredShare);
        }
        return curve.alone(known.uncompressed(), bytesPerBatch);
    }

    /** All in their order; where few are simulated, a representative part. */
    private List<BatchRecord> some(double wanted, double together) {
        return few.order(wanted, together, 0).map(order -> order.order(records)).orElse(records);
    }

    /** About as many of all producers, for what each of them costs: one a linger, or one for each batch that fills before. */
    private double requestsPerSecond(ProducerSettings settings, double recordsPerSecond) {
        double filled = recordsPerSecond * workload.recordBytes() / settings.batchSizeBytes();
        double lingered = workload.brokers() * 1_000 / Math.max(1, settings.lingerMillis());
        return workload.producers() * Math.min(recordsPerSecond, Math.max(filled, lingered));
    }

    private ReplayedTraffic simulate(
            ProducerSettings settings,
            Optional<CompressionCurve> measured,
            Arrivals arrivals,
            double recordsPerSecond,
            double requestsPerSecond,
            double slower) {
        double maxRatio =
                measured.map(curve -> curve.ratio(settings.batchSizeBytes())).orElse(DEFAULT_RATIO);
        double fullBytes = settings.batchSizeBytes() * maxRatio;
        double lingering = recordsPerSecond * settings.lingerMillis() / 1000.0;
        double together = workload.keyed() ? lingering / workload.partitions() : lingering;
        double expectedBytes = Math.min(fullBytes, workload.recordBytes() * Math.max(1, together));
        // Keys fill a batch for each partition at the same time, as far as their records come while one lingers.
        double open = Math.max(1, lingering);
        long batches = Math.max(MIN_BATCHES, Math.min(MAX_BATCHES, (long) (MAX_BYTES / Math.max(1, expectedBytes))));
        double perBatch = expectedBytes / workload.recordBytes();
        List<BatchRecord> simulated = some(batches * perBatch, Math.min(lingering, perBatch * workload.partitions()));
        ReplayTiming timing = machine.flatMap(known -> measured.map(curve -> known.costs()
                        .timing(
                                alone(
                                        known,
                                        curve,
                                        simulated,
                                        expectedBytes,
                                        perBatch,
                                        open,
                                        expectedBytes < fullBytes ? 1 : 0),
                                requestsPerSecond)))
                .orElseGet(() -> ReplayTiming.ofRoundTrip(Duration.ofNanos((long) (workload.roundTripMillis() * 1e6))));
        ReplayPlan plan = new ReplayPlan(
                settings.codec(),
                settings.batchSizeBytes(),
                settings.lingerMillis(),
                workload.partitions(),
                workload.brokers(),
                arrivals,
                timing.withReceiversSlowedBy(slower));
        int[] next = {0};
        try (ProducerReplay producer = new ProducerReplay(plan, seed)) {
            return producer.send(
                    () -> simulated.get(next[0]++ % simulated.size()),
                    record -> ProducerReplay.partitionOf(record, workload.partitions()),
                    new ProducerReplay.Extent(MAX_BYTES_TO_SETTLE, batches, 2 * MAX_BYTES));
        }
    }
}
