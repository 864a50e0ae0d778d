package dev.squeeze.engine.predict;

import dev.squeeze.engine.measure.CodecAlone;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.FewForAll;
import dev.squeeze.kit.kafka.ProducerReplay;
import dev.squeeze.kit.kafka.ReplayPlan;
import dev.squeeze.kit.kafka.ReplayPlan.Arrivals;
import dev.squeeze.kit.kafka.ReplayPlan.Compressing;
import dev.squeeze.kit.kafka.ReplayTiming;
import dev.squeeze.kit.kafka.ReplayedTraffic;
import dev.squeeze.kit.stats.BalancedStretches;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

/** Sends records with certain settings in simulated time, as far as a question needs it. */
final class TrafficSimulation {
    private static final double GIGA = 1e9;
    private static final long MAX_BYTES_TO_SETTLE = 192L << 20;
    /** Only how many batches are simulated depends on it. */
    private static final double DEFAULT_RATIO = 4;

    private static final int MAX_BATCHES = 3_000;
    private static final int MIN_BATCHES = 150;
    /** Of a codec that takes too long for more. */
    private static final int MIN_SLOW_BATCHES = 30;

    private static final long MAX_BYTES = 24L << 20;
    /** Only what each request costs unthrottled depends on it, and by its square root. */
    private static final double REQUESTS_UNTHROTTLED = 1_000;

    /** Of simulations that only sort settings. */
    private static final int MIN_COARSE_BATCHES = 40;

    private static final long MAX_COARSE_BYTES = 3L << 20;
    private static final long MAX_COARSE_BYTES_TO_SETTLE = 8L << 20;
    /** Of large batches so many are simulated all the same, and twice as many while the producer settles. */
    private static final int LEAST_LARGE_BATCHES = 16;

    /** Compressing the batches of a setting takes no longer than this, however slow the codec is. */
    private static final double MAX_COMPRESSING_NANOS = 0.3e9;

    /** The same where all records are asked for. */
    private static final double MAX_COMPRESSING_ALL_NANOS = 5e9;

    private static final int MAX_BATCHES_OF_ALL = 1_000_000;

    /** Where nothing is compressed: enough for a per mille of records per batch, and done in some tenths of a second. */
    private static final double COUNTED_RECORDS = 60_000;

    private static final double COUNTED_BYTES = 384 << 20;

    /** Of settings on machines that are not known to the last per cent. */
    private static final long MAX_BYTES_OF_APPLICATIONS = 8L << 20;

    private static final Consumer<List<BatchRecord>> IGNORED = batch -> {};

    private final List<BatchRecord> records;
    private final Workload workload;
    private final Optional<KnownMachine> machine;
    private final Surroundings surroundings;
    private final long seed;
    private final FewForAll few;

    /** How much is simulated. */
    enum Depth {
        /** Enough to tell settings apart; batches are as large as measured ones of their size. */
        COARSE,
        /** As few, but they are compressed. */
        PROBE,
        /** Batches are compressed. */
        WHOLE,
        /** Every record is sent once, as far as compressing that does not take too long. */
        ALL_RECORDS,
        /** Every record is sent many times, and no batch is compressed. */
        COUNTED_ONLY
    }

    TrafficSimulation(
            List<BatchRecord> records,
            Workload workload,
            Optional<KnownMachine> machine,
            Surroundings surroundings,
            long seed) {
        this.records = records;
        this.workload = workload;
        this.machine = machine;
        this.surroundings = surroundings;
        this.seed = seed;
        this.few = new FewForAll(records);
    }

    /**
     * What is asked.
     *
     * @param measured of the settings' codec; without it batches are compressed to know their sizes
     * @param stored of the codec that brokers compress the batches with again
     * @param compressing which batches are really compressed
     * @param conditions what steps take here, from what they take on the machine that was measured
     */
    private record Question(
            ProducerSettings settings,
            Optional<CompressionCurve> measured,
            Optional<CompressionCurve> stored,
            Compressing compressing,
            Depth depth,
            UnaryOperator<ReplayTiming> conditions) {
        Question(
                ProducerSettings settings,
                Optional<CompressionCurve> measured,
                Optional<CompressionCurve> stored,
                Depth depth,
                UnaryOperator<ReplayTiming> conditions) {
            this(settings, measured, stored, TrafficSimulation.compressing(measured, depth), depth, conditions);
        }

        Question(
                ProducerSettings settings,
                Optional<CompressionCurve> measured,
                Depth depth,
                UnaryOperator<ReplayTiming> conditions) {
            this(settings, measured, Optional.empty(), depth, conditions);
        }
    }

    /**
     * Of one producer, at its share of the rate.
     *
     * @param slower how much longer brokers and consumers take, because they wait for processors
     */
    ReplayedTraffic atRate(ProducerSettings settings, Optional<CompressionCurve> measured, Depth depth, double slower) {
        return atRate(new Question(settings, measured, depth, timing -> timing.withReceiversSlowedBy(slower)), IGNORED);
    }

    /** The same where threads wait for processors and brokers answer late. */
    ReplayedTraffic atRateWhereAllIsBusy(ProducerSettings settings, CompressionCurve measured, Depth depth) {
        return atRate(new Question(settings, Optional.of(measured), depth, ReplayTiming::whereAllIsBusy), IGNORED);
    }

    /** The same with brokers that compress the batches again, which is measured of their codec. */
    ReplayedTraffic recompressed(ProducerSettings settings, CompressionCurve measured, CompressionCurve stored) {
        return atRate(
                new Question(
                        settings, Optional.of(measured), Optional.of(stored), Depth.WHOLE, UnaryOperator.identity()),
                IGNORED);
    }

    /** The records of each batch that forms at the rate, in the order in which the batches leave. */
    List<List<BatchRecord>> batches(ProducerSettings settings, CompressionCurve measured) {
        List<List<BatchRecord>> batches = new ArrayList<>();
        atRate(
                new Question(settings, Optional.of(measured), Depth.ALL_RECORDS, UnaryOperator.identity()),
                batches::add);
        return batches;
    }

    /**
     * What forms where each batch compresses to the same share of its bytes. Records come at the same moments whatever their bytes, so
     * that two of these differ by what changed and not by chance.
     *
     * @param storedShare compressed over uncompressed bytes, without headers
     */
    ReplayedTraffic counted(ProducerSettings settings, CompressionCurve measured, double storedShare) {
        double perProducer = workload.recordsPerSecond() / workload.producers();
        SplittableRandom random = new SplittableRandom(seed);
        return simulate(
                new Question(
                        settings,
                        Optional.of(measured),
                        Optional.empty(),
                        Compressing.none((recordBytes, rank) -> storedShare),
                        Depth.COUNTED_ONLY,
                        UnaryOperator.identity()),
                new Pace(
                        new Arrivals.Patterned(() -> -Math.log(1 - random.nextDouble()) * GIGA / perProducer),
                        perProducer,
                        requestsPerSecond(settings, perProducer)),
                IGNORED);
    }

    private ReplayedTraffic atRate(Question question, Consumer<List<BatchRecord>> leaving) {
        double perProducer = workload.recordsPerSecond() / workload.producers();
        return simulate(
                question,
                new Pace(
                        surroundings.evenly() ? new Arrivals.Even(perProducer) : new Arrivals.Poisson(perProducer),
                        perProducer,
                        requestsPerSecond(question.settings(), perProducer)),
                leaving);
    }

    /** As fast as one producer can. */
    ReplayedTraffic unthrottled(ProducerSettings settings, CompressionCurve curve, double slower) {
        return simulate(
                new Question(settings, Optional.of(curve), Depth.WHOLE, timing -> timing.withReceiversSlowedBy(slower)),
                new Pace(new Arrivals.AsFastAsTaken(), Double.MAX_VALUE, REQUESTS_UNTHROTTLED),
                IGNORED);
    }

    /**
     * By what was measured of stretches of the source; where keys scatter records, by batches that are filled concurrently.
     *
     * @param simulated records, which are only asked for in the latter case
     */
    CodecAlone alone(
            KnownMachine known,
            CompressionCurve curve,
            Supplier<List<BatchRecord>> simulated,
            double bytesPerBatch,
            double recordsPerBatch,
            double openBatches,
            double lingeredShare) {
        // Timing batches side by side takes a second, and machines of their own are known less well than that anyway.
        if (surroundings.cores().isPresent() && workload.keyed() && workload.partitions() > 1) {
            return CodecAlone.ofScattered(
                    curve.codec(), simulated.get(), workload.partitions(), recordsPerBatch, openBatches, lingeredShare);
        }
        return curve.alone(known.uncompressed(), bytesPerBatch);
    }

    /** All in their order; where few are simulated, a representative part. */
    List<BatchRecord> some(double wanted, double together) {
        return few.order(wanted, together, 0).map(order -> order.order(records)).orElse(records);
    }

    /** About as many of all producers, for what each of them costs: one a linger, or one for each batch that fills before. */
    private double requestsPerSecond(ProducerSettings settings, double recordsPerSecond) {
        double filled = recordsPerSecond * workload.recordBytes() / settings.batchSizeBytes();
        double lingered = workload.brokers() * 1_000 / Math.max(1, settings.lingerMillis());
        return workload.producers() * Math.min(recordsPerSecond, Math.max(filled, lingered));
    }

    /** One producer's records, of each second, and the requests of all. */
    private record Pace(Arrivals arrivals, double recordsPerSecond, double requestsPerSecond) {}

    /**
     * Records of one producer that come within its linger, as those that come see it.
     *
     * @param lingering the same at the mean rate
     * @param producers that take the records in turn
     */
    private double gathering(double lingering, int producers, Pace pace) {
        return surroundings
                .pattern()
                .filter(pattern -> !(pace.arrivals() instanceof Arrivals.AsFastAsTaken))
                .map(pattern -> Math.max(lingering, pattern.recordsWithin(lingering * producers) / producers))
                .orElse(lingering);
    }

    /** Of all producers; 0 where records come one after the other. */
    private double perBurst(Pace pace) {
        return pace.arrivals() instanceof Arrivals.AsFastAsTaken
                ? 0
                : surroundings.recordsPerBurst().orElse(0);
    }

    private ReplayedTraffic simulate(Question question, Pace pace, Consumer<List<BatchRecord>> leaving) {
        ProducerSettings settings = question.settings();
        Optional<CompressionCurve> measured = question.measured();
        Optional<CompressionCurve> stored = question.stored();
        Depth depth = question.depth();
        double maxRatio =
                measured.map(curve -> curve.ratio(settings.batchSizeBytes())).orElse(DEFAULT_RATIO);
        double fullBytes = settings.batchSizeBytes() * maxRatio;
        double lingering = pace.recordsPerSecond() * settings.lingerMillis() / 1000.0;
        int every = surroundings.evenly() ? 1 : workload.producers();
        double gathering = Math.max(gathering(lingering, every, pace), perBurst(pace) / every);
        double together = workload.scatters() ? gathering / workload.partitions() : gathering;
        double expectedBytes = Math.min(fullBytes, workload.recordBytes() * Math.max(1, together));
        // Keys fill a batch for each partition at the same time, as far as their records come while one lingers.
        double open = Math.max(1, lingering);
        double perBatch = expectedBytes / workload.recordBytes();
        long batches = orAll(
                batches(
                        measured.map(curve -> compressNanosPerByte(curve, stored, expectedBytes)),
                        expectedBytes,
                        depth),
                every * perBatch,
                depth);
        Optional<BalancedStretches> order = depth != Depth.WHOLE && depth != Depth.ALL_RECORDS
                ? Optional.empty()
                : few.order(
                        every * batches * perBatch, every * Math.min(gathering, perBatch * workload.partitions()), 0);
        List<BatchRecord> simulated = order.map(chosen -> chosen.order(records)).orElse(records);
        ReplayTiming timing = timing(
                measured,
                curve -> alone(
                        machine.orElseThrow(),
                        curve,
                        () -> simulated,
                        expectedBytes,
                        perBatch,
                        open,
                        expectedBytes < fullBytes ? 1 : 0),
                pace.requestsPerSecond());
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
                surroundings.pattern().isPresent() && !(pace.arrivals() instanceof Arrivals.AsFastAsTaken)
                        ? new Arrivals.Patterned(() -> meanNanos * own.gap())
                        : pace.arrivals(),
                question.conditions().apply(timing),
                question.compressing(),
                stored.map(CompressionCurve::codec));
        ProducerReplay.Extent extent = extent(depth, batches, expectedBytes);
        if (workload.client() != ClientProfile.JAVA) {
            return OtherClientReplay.of(
                            workload.producing(),
                            plan,
                            measured.map(curve -> curve.ofClient(workload.client()))
                                    .orElseGet(() -> ClientCompression.published(workload.client(), settings.codec())),
                            plan.compressing().counted()
                                    ? Optional.empty()
                                    : plan.compressing().model(),
                            seed)
                    .observedBy(leaving)
                    .send(own::next, GIGA / pace.recordsPerSecond(), extent);
        }
        try (ProducerReplay producer = new ProducerReplay(plan, seed)) {
            return producer.observedBy(leaving).send(own::next, partitioner(), extent);
        }
    }

    private ProducerReplay.Extent extent(Depth depth, long batches, double expectedBytes) {
        if (depth == Depth.ALL_RECORDS) {
            return new ProducerReplay.Extent(
                    MAX_BYTES_TO_SETTLE / 2, batches, wholePasses(few.encodedBytes(), expectedBytes));
        }
        if (depth == Depth.COUNTED_ONLY) {
            return new ProducerReplay.Extent(MAX_BYTES_TO_SETTLE / 2, MAX_BATCHES_OF_ALL, bytesOfTurns());
        }
        if (depth == Depth.WHOLE) {
            return surroundings.cores().isPresent()
                    ? new ProducerReplay.Extent(MAX_BYTES_TO_SETTLE, batches, 2 * MAX_BYTES)
                    : new ProducerReplay.Extent(MAX_BYTES_TO_SETTLE / 2, batches, 2 * MAX_BYTES_OF_APPLICATIONS);
        }
        return new ProducerReplay.Extent(
                Math.max(MAX_COARSE_BYTES_TO_SETTLE, (long) (2 * LEAST_LARGE_BATCHES * expectedBytes)),
                batches,
                Math.max(2 * MAX_COARSE_BYTES, (long) (LEAST_LARGE_BATCHES * expectedBytes)));
    }

    /** Versions of Java's client that do not stay with a partition send records without a key to all of them in turn. */
    private ToIntFunction<BatchRecord> partitioner() {
        int partitions = workload.partitions();
        if (workload.producing().isSticky()) {
            return record -> ProducerReplay.partitionOf(record, partitions);
        }
        AtomicInteger turn = new AtomicInteger();
        return record -> record.key() == null
                ? turn.getAndUpdate(last -> (last + 1) % partitions)
                : ProducerReplay.partitionOf(record, partitions);
    }

    /** On a network of its own a request takes as long as that says; on one machine as long as it took there. */
    private ReplayTiming timing(
            Optional<CompressionCurve> measured,
            Function<CompressionCurve, CodecAlone> alone,
            double requestsPerSecond) {
        Duration roundTrip = Duration.ofNanos((long) (workload.roundTripMillis() * 1e6));
        return machine.flatMap(
                        known -> measured.map(curve -> timing(known.costs(), alone.apply(curve), requestsPerSecond)))
                .map(timing -> surroundings.cores().isPresent()
                        ? timing
                        : timing.withRoundTrip(roundTrip).onMachinesOfTheirOwn())
                .orElseGet(() -> ReplayTiming.ofRoundTrip(roundTrip));
    }

    private ReplayTiming timing(MachineCosts costs, CodecAlone alone, double requestsPerSecond) {
        return workload.client() == ClientProfile.JAVA
                ? costs.timing(alone, requestsPerSecond)
                : costs.timingOfOneProcess(alone, requestsPerSecond);
    }

    private static double compressNanosPerByte(
            CompressionCurve sent, Optional<CompressionCurve> stored, double bytesPerBatch) {
        return sent.compressNanosPerByte(bytesPerBatch)
                + stored.map(again -> again.compressNanosPerByte(bytesPerBatch)).orElse(0.0);
    }

    private long batches(Optional<Double> compressNanosPerByte, double bytesPerBatch, Depth depth) {
        if (depth == Depth.ALL_RECORDS) {
            double affordable = compressNanosPerByte
                    .map(nanos -> MAX_COMPRESSING_ALL_NANOS / nanos)
                    .orElse(Double.MAX_VALUE);
            return affordable < MIN_BATCHES * bytesPerBatch
                    ? Math.max(MIN_SLOW_BATCHES, (long) (affordable / bytesPerBatch))
                    : (long) Math.min(MAX_BATCHES_OF_ALL, affordable / bytesPerBatch);
        }
        if (depth != Depth.WHOLE) {
            return Math.max(
                    MIN_COARSE_BATCHES, Math.min(MAX_BATCHES, (long) (MAX_COARSE_BYTES / Math.max(1, bytesPerBatch))));
        }
        if (surroundings.cores().isPresent()) {
            return batches(MAX_BYTES, bytesPerBatch);
        }
        double affordable =
                compressNanosPerByte.map(nanos -> MAX_COMPRESSING_NANOS / nanos).orElse(Double.MAX_VALUE);
        return affordable < MIN_BATCHES * bytesPerBatch
                ? Math.max(MIN_SLOW_BATCHES, (long) (affordable / bytesPerBatch))
                : batches(Math.min(MAX_BYTES_OF_APPLICATIONS, affordable), bytesPerBatch);
    }

    /** Where most of the records are simulated, all of them are: a first part of a log is not like the rest. */
    private long orAll(long batches, double recordsPerBatch, Depth depth) {
        double wanted = batches * recordsPerBatch;
        return depth == Depth.WHOLE && wanted < records.size() && !BalancedStretches.areFew(wanted, records.size())
                ? (long) Math.ceil(records.size() / recordsPerBatch)
                : batches;
    }

    /** Bytes of all records, as many times over as make so many records, or about so many bytes where these are fewer; at least once. */
    private long bytesOfTurns() {
        double turns = Math.min(COUNTED_RECORDS / records.size(), COUNTED_BYTES / few.encodedBytes());
        return (long) (Math.max(1, Math.rint(turns)) * few.encodedBytes());
    }

    /** Bytes of all records, as many times over as it takes for enough batches. */
    private static long wholePasses(long bytesOfAll, double bytesPerBatch) {
        long all = Math.max(1, bytesOfAll);
        return all * Math.max(1, (long) Math.ceil(MIN_BATCHES * bytesPerBatch / all));
    }

    private static long batches(double bytes, double bytesPerBatch) {
        return Math.max(MIN_BATCHES, Math.min(MAX_BATCHES, (long) (bytes / Math.max(1, bytesPerBatch))));
    }

    private static Compressing compressing(Optional<CompressionCurve> measured, Depth depth) {
        return measured.map(curve -> depth == Depth.COARSE
                        ? Compressing.none(curve::fraction)
                        : Compressing.counted(curve::fraction))
                .orElse(Compressing.ALL);
    }
}
