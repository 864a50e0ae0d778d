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
import dev.squeeze.kit.kafka.ReplayPlan.Compressing;
import dev.squeeze.kit.kafka.ReplayTiming;
import dev.squeeze.kit.kafka.ReplayedTraffic;
import dev.squeeze.kit.kafka.SizeModel;
import dev.squeeze.kit.stats.BalancedStretches;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;

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

    /** Of plays that only sort settings. */
    private static final int MIN_COARSE_BATCHES = 40;

    private static final long MAX_COARSE_BYTES = 3L << 20;
    private static final long MAX_COARSE_BYTES_TO_SETTLE = 8L << 20;
    /** Of large batches so many are simulated all the same, and as many again while the producer settles. */
    private static final int LEAST_LARGE_BATCHES = 16;

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

    /** Compressing the batches of a setting takes no longer than this, however slow the codec is. */
    private static final double MAX_COMPRESSING_NANOS = 0.3e9;

    /** Of settings on machines that are not known to the last per cent. */
    private static final long MAX_BYTES_OF_APPLICATIONS = 8L << 20;

    private final List<BatchRecord> records;
    private final Workload workload;
    private final Optional<Machine> machine;
    private final Surroundings surroundings;
    private final long seed;
    private final double payloadShare;
    private final FewForAll few;
    private final Map<Integer, ReplayedTraffic> unbounded = new ConcurrentHashMap<>();
    private final Map<ProducerSettings, ReplayedTraffic> bounded = new ConcurrentHashMap<>();
    private final Map<ProducerSettings, Double> apart = new ConcurrentHashMap<>();

    /**
     * What CPU times are predicted from.
     *
     * @param costs of clients and brokers, apart from the codecs
     * @param uncompressed what is measured without a codec
     */
    public record Machine(MachineCosts costs, CompressionCurve uncompressed) {}

    /**
     * How the producers run.
     *
     * @param cores that clients and brokers share; empty where they run on machines of their own
     * @param evenly whether records are evenly paced, as by a load generator; else at random, or by the pattern
     * @param pattern of the records' timestamps
     * @param asMeasured whether batches compress as measured ones of their size, whatever records are next to each other
     */
    public record Surroundings(
            OptionalInt cores, boolean evenly, Optional<ArrivalPattern> pattern, boolean asMeasured) {
        /** A load generator, brokers and consumers on one machine; each producer sends all records from a place of its own. */
        public static Surroundings bench(int cores) {
            return new Surroundings(OptionalInt.of(cores), true, Optional.empty(), true);
        }

        /** Applications that share the records among them, and brokers on machines of their own. */
        public static Surroundings applications(Optional<ArrivalPattern> pattern) {
            return new Surroundings(OptionalInt.empty(), false, pattern, false);
        }
    }

    /** How much is simulated. */
    private enum Depth {
        /** Enough to tell settings apart; batches are as large as measured ones of their size. */
        COARSE,
        /** As few, but they are compressed. */
        PROBE,
        /** Batches are compressed. */
        WHOLE
    }

    /**
     * @param records in the order in which they are sent, over and over
     * @param machine where that is known; without it no CPU time is predicted
     */
    public Forecaster(
            List<BatchRecord> records,
            Workload workload,
            Optional<Machine> machine,
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
        this.few = new FewForAll(this.records);
        double payload = 0;
        double encoded = 0;
        for (BatchRecord record : records) {
            payload += record.payloadBytes();
            encoded += RecordFormatV2.encodedBytes(record, 0, 0);
        }
        this.payloadShare = payload / encoded;
    }

    /** The same without the records' own pattern in time; empty where they have none. */
    Optional<Forecaster> atMeanRate() {
        return surroundings.pattern().isEmpty()
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
        Simulated simulated = atRate(settings, measured, Depth.WHOLE, 1);
        if (surroundings.cores().isPresent()
                && machine.isPresent()
                && measured.isPresent()
                && shareOfCores(simulated.cpu(), settings.codec(), machine.get()) > 1) {
            simulated = withinTheCores(settings, measured, machine.get(), simulated);
        }
        return forecast(
                settings,
                simulated,
                surroundings.cores().isEmpty()
                        ? Optional.empty()
                        : machine.flatMap(known -> measured.map(curve -> ceiling(settings, curve, known))));
    }

    /**
     * About what settings do, for leaving out those that others do better than: fewer batches form, and each is taken to
     * compress as measured ones of its size do.
     */
    public Forecast coarse(ProducerSettings settings, CompressionCurve measured) {
        ReplayedTraffic traffic = unbounded(settings.lingerMillis());
        if (traffic.largestBatchBytes() * UNBOUNDED_MARGIN
                >= Math.min(settings.batchSizeBytes(), unboundedBatchSize())) {
            traffic = bounded(settings, measured.ofDefaultLevel());
        }
        double fraction = apart(measured.ofDefaultLevel(), settings.lingerMillis())
                * fraction(measured, traffic.recordBytesPerBatch(), 0.5);
        return forecast(
                settings,
                priced(Optional.of(measured), traffic.compressedTo(Math.min(1, fraction) * traffic.recordBytes()), 1),
                Optional.empty());
    }

    /**
     * How much larger compressed records are in the batches that form than in measured ones of that size, which hold
     * neighbours of the source: keys, and several producers, put others next to one another.
     */
    private double apart(CompressionCurve ofDefaultLevel, int lingerMillis) {
        Codec codec = ofDefaultLevel.codec();
        ProducerSettings typical = lingerMillis < TYPICAL_LINGER_MILLIS
                ? new ProducerSettings(codec, SMALL_BATCH_BYTES, SHORT_LINGER_MILLIS)
                : new ProducerSettings(codec, TYPICAL_BATCH_BYTES, TYPICAL_LINGER_MILLIS);
        boolean neighbours = workload.producers() == 1 && !(workload.keyed() && workload.partitions() > 1);
        if (codec.equals(Codec.NONE) || neighbours || surroundings.asMeasured()) {
            return 1;
        }
        Double known = apart.get(typical);
        if (known == null) {
            ReplayedTraffic formed =
                    atRate(typical, Optional.of(ofDefaultLevel), Depth.PROBE, 1).traffic();
            known = (formed.storedBytes() - formed.headerBytes())
                    / (fraction(ofDefaultLevel, formed.recordBytesPerBatch(), 0.5) * formed.recordBytes());
            apart.put(typical, known);
        }
        return known;
    }

    /** Batches of the codec's default level: those of its other levels hardly differ in what fits into them. */
    private ReplayedTraffic bounded(ProducerSettings settings, CompressionCurve ofDefaultLevel) {
        ProducerSettings played =
                new ProducerSettings(ofDefaultLevel.codec(), settings.batchSizeBytes(), settings.lingerMillis());
        // Twice at the same time is the same again.
        ReplayedTraffic known = bounded.get(played);
        if (known == null) {
            known = atRate(played, Optional.of(ofDefaultLevel), Depth.COARSE, 1).traffic();
            bounded.put(played, known);
        }
        return known;
    }

    /** Batches that only the linger closes: those of all codecs, and of all sizes that are larger. */
    private ReplayedTraffic unbounded(int lingerMillis) {
        return unbounded.computeIfAbsent(lingerMillis, linger -> {
            return atRate(
                            new ProducerSettings(Codec.NONE, unboundedBatchSize(), linger),
                            Optional.empty(),
                            Depth.COARSE,
                            1)
                    .traffic();
        });
    }

    private int unboundedBatchSize() {
        return (int) Math.max(LEAST_UNBOUNDED, Math.min(MOST_UNBOUNDED, BUFFER_SHARE / workload.partitions()));
    }

    private Forecast forecast(ProducerSettings settings, Simulated simulated, Optional<Forecast.Ceiling> ceiling) {
        ReplayedTraffic traffic = simulated.traffic();
        return new Forecast(
                settings,
                workload.recordsPerSecond(),
                traffic.recordsPerBatch(),
                traffic.recordBytesPerBatch(),
                traffic.ratio(),
                traffic.batches(),
                traffic.recordsPerBatchRelativeError(),
                traffic.full(),
                traffic.firstWaitedMillis(),
                (traffic.storedBytes() + traffic.framingBytes()) / traffic.records() * workload.recordsPerSecond(),
                simulated.cpu(),
                traffic.latencyNanos().getValueAtPercentile(50) / 1e6,
                traffic.latencyNanos().getValueAtPercentile(99) / 1e6,
                ceiling);
    }

    /** @param cpu seconds of each role for a gigabyte; empty where that is not known */
    private record Simulated(ReplayedTraffic traffic, Map<CostRole, Double> cpu) {}

    /** @param slower how much longer brokers and consumers take, because they wait for processors */
    private Simulated atRate(
            ProducerSettings settings, Optional<CompressionCurve> measured, Depth depth, double slower) {
        double perProducer = workload.recordsPerSecond() / workload.producers();
        ReplayedTraffic traffic = simulate(
                settings,
                measured,
                surroundings.evenly() ? new Arrivals.Even(perProducer) : new Arrivals.Poisson(perProducer),
                perProducer,
                requestsPerSecond(settings, perProducer),
                slower,
                depth);
        return priced(measured, traffic, slower);
    }

    private Simulated priced(Optional<CompressionCurve> measured, ReplayedTraffic traffic, double slower) {
        double perProducer = workload.recordsPerSecond() / workload.producers();
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
            ProducerSettings settings, Optional<CompressionCurve> measured, Machine known, Simulated tooExpensive) {
        Simulated fitting = tooExpensive;
        double low = 1;
        double high = MAX_SLOWDOWN;
        for (int i = 0; i < SEARCH_STEPS; i++) {
            double slower = Math.sqrt(low * high);
            fitting = atRate(settings, measured, Depth.WHOLE, slower);
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
        return surroundings.cores().orElse(1)
                * GIGA
                / nanosPerRecord
                * known.costs().saturation(codec.type());
    }

    private ReplayedTraffic simulateUnthrottled(ProducerSettings settings, CompressionCurve curve, double slower) {
        return simulate(
                settings,
                Optional.of(curve),
                new Arrivals.AsFastAsTaken(),
                Double.MAX_VALUE,
                REQUESTS_UNTHROTTLED,
                slower,
                Depth.WHOLE);
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
        // A load generator sleeps between records; what wakes an application up is not the producer's doing.
        double wakeUps = surroundings.evenly() ? known.costs().wakeUps(unpaced, work, recordsPerSecond, slower) : 0;
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
        // Timing batches side by side takes a second, and machines of their own are known less well than that anyway.
        if (surroundings.cores().isPresent() && workload.keyed() && workload.partitions() > 1) {
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
            double slower,
            Depth depth) {
        double maxRatio =
                measured.map(curve -> curve.ratio(settings.batchSizeBytes())).orElse(DEFAULT_RATIO);
        double fullBytes = settings.batchSizeBytes() * maxRatio;
        double lingering = recordsPerSecond * settings.lingerMillis() / 1000.0;
        double together = workload.keyed() ? lingering / workload.partitions() : lingering;
        double expectedBytes = Math.min(fullBytes, workload.recordBytes() * Math.max(1, together));
        // Keys fill a batch for each partition at the same time, as far as their records come while one lingers.
        double open = Math.max(1, lingering);
        long batches = batches(measured, expectedBytes, depth);
        double perBatch = expectedBytes / workload.recordBytes();
        int every = surroundings.evenly() ? 1 : workload.producers();
        Optional<BalancedStretches> order = depth != Depth.WHOLE
                ? Optional.empty()
                : few.order(
                        every * batches * perBatch, every * Math.min(lingering, perBatch * workload.partitions()), 0);
        List<BatchRecord> simulated = order.map(chosen -> chosen.order(records)).orElse(records);
        ReplayTiming timing = timing(
                measured,
                curve -> alone(
                        machine.orElseThrow(),
                        curve,
                        simulated,
                        expectedBytes,
                        perBatch,
                        open,
                        expectedBytes < fullBytes ? 1 : 0),
                requestsPerSecond);
        ProducerRecords own = new ProducerRecords(
                simulated,
                order.<IntUnaryOperator>map(chosen -> chosen::recordAt).orElse(place -> place),
                every,
                surroundings.pattern());
        double meanNanos = GIGA / workload.recordsPerSecond();
        ReplayPlan plan = new ReplayPlan(
                settings.codec(),
                settings.batchSizeBytes(),
                settings.lingerMillis(),
                workload.partitions(),
                workload.brokers(),
                surroundings.pattern().isPresent() && !(arrivals instanceof Arrivals.AsFastAsTaken)
                        ? new Arrivals.Patterned(() -> meanNanos * own.gap())
                        : arrivals,
                timing.withReceiversSlowedBy(slower),
                compressing(measured, depth));
        ProducerReplay.Extent extent = depth != Depth.WHOLE
                ? new ProducerReplay.Extent(
                        Math.max(MAX_COARSE_BYTES_TO_SETTLE, (long) (2 * LEAST_LARGE_BATCHES * expectedBytes)),
                        batches,
                        Math.max(2 * MAX_COARSE_BYTES, (long) (LEAST_LARGE_BATCHES * expectedBytes)))
                : new ProducerReplay.Extent(
                        surroundings.cores().isPresent() ? MAX_BYTES_TO_SETTLE : MAX_BYTES_TO_SETTLE / 2,
                        batches,
                        surroundings.cores().isPresent() ? 2 * MAX_BYTES : 2 * MAX_BYTES_OF_APPLICATIONS);
        if (workload.client() != ClientProfile.JAVA) {
            return new OtherClientReplay(
                            workload.client(),
                            plan,
                            depth == Depth.COARSE ? plan.compressing().model() : Optional.empty(),
                            seed)
                    .send(own::next, GIGA / recordsPerSecond, extent);
        }
        try (ProducerReplay producer = new ProducerReplay(plan, seed)) {
            return producer.send(
                    own::next, record -> ProducerReplay.partitionOf(record, workload.partitions()), extent);
        }
    }

    /** On a network of its own a request takes as long as that says; on one machine as long as it took there. */
    private ReplayTiming timing(
            Optional<CompressionCurve> measured,
            Function<CompressionCurve, CodecAlone> alone,
            double requestsPerSecond) {
        Duration roundTrip = Duration.ofNanos((long) (workload.roundTripMillis() * 1e6));
        return machine.flatMap(
                        known -> measured.map(curve -> known.costs().timing(alone.apply(curve), requestsPerSecond)))
                .map(timing -> surroundings.cores().isPresent() ? timing : timing.withRoundTrip(roundTrip))
                .orElseGet(() -> ReplayTiming.ofRoundTrip(roundTrip));
    }

    private long batches(Optional<CompressionCurve> measured, double bytesPerBatch, Depth depth) {
        if (depth != Depth.WHOLE) {
            return Math.max(
                    MIN_COARSE_BATCHES, Math.min(MAX_BATCHES, (long) (MAX_COARSE_BYTES / Math.max(1, bytesPerBatch))));
        }
        if (surroundings.cores().isPresent()) {
            return batches(MAX_BYTES, bytesPerBatch);
        }
        double affordable = measured.map(curve -> MAX_COMPRESSING_NANOS / curve.compressNanosPerByte(bytesPerBatch))
                .orElse(Double.MAX_VALUE);
        return batches(Math.min(MAX_BYTES_OF_APPLICATIONS, affordable), bytesPerBatch);
    }

    private static long batches(double bytes, double bytesPerBatch) {
        return Math.max(MIN_BATCHES, Math.min(MAX_BATCHES, (long) (bytes / Math.max(1, bytesPerBatch))));
    }

    private static Compressing compressing(Optional<CompressionCurve> measured, Depth depth) {
        return measured.map(curve -> {
                    SizeModel model = (bytes, rank) -> fraction(curve, bytes, rank);
                    return depth == Depth.COARSE ? Compressing.none(model) : Compressing.counted(model);
                })
                .orElse(Compressing.ALL);
    }

    /** The producer compares record bytes alone, without the header. */
    private static double fraction(CompressionCurve curve, double bytes, double rank) {
        double header = RecordFormatV2.BATCH_HEADER_BYTES;
        return Math.max(0, (curve.fractionOfBatch(bytes, rank) * (bytes + header) - header) / bytes);
    }
}
