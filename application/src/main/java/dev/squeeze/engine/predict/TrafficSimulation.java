package dev.squeeze.engine.predict;

import dev.squeeze.engine.measure.CodecAlone;
import dev.squeeze.engine.predict.SimulatedExtent.Depth;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.kafka.ProducerReplay;
import dev.squeeze.kit.kafka.ReplayExtent;
import dev.squeeze.kit.kafka.ReplayPlan;
import dev.squeeze.kit.kafka.ReplayPlan.Arrivals;
import dev.squeeze.kit.kafka.ReplayPlan.Compressing;
import dev.squeeze.kit.kafka.ReplayTiming;
import dev.squeeze.kit.kafka.ReplayedTraffic;
import dev.squeeze.kit.kafka.SizeModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

/** Sends records with certain settings in simulated time, as much as a query requires. */
final class TrafficSimulation {
    private static final double GIGA = 1e9;
    /** Affects only how many batches are simulated. */
    private static final double DEFAULT_RATIO = 4;

    /** Affects only the cost of each unthrottled request, and only by its square root. */
    private static final double REQUESTS_UNTHROTTLED = 1_000;

    private static final Consumer<List<BatchRecord>> IGNORED = batch -> {};

    private final Workload workload;
    private final Optional<KnownMachine> machine;
    private final Surroundings surroundings;
    private final long seed;
    private final GatheringPartitions gatheringPartitions;
    private final SimulatedRecords simulated;

    TrafficSimulation(
            List<BatchRecord> records,
            Workload workload,
            Optional<KnownMachine> machine,
            Surroundings surroundings,
            long seed) {
        this.workload = workload;
        this.machine = machine;
        this.surroundings = surroundings;
        this.seed = seed;
        this.gatheringPartitions = workload.keyed()
                ? GatheringPartitions.ofKeys(records, workload.partitions())
                : GatheringPartitions.inTurn(workload.partitions());
        this.simulated = new SimulatedRecords(records, workload, surroundings, gatheringPartitions);
    }

    private TrafficSimulation(TrafficSimulation same, long seed) {
        this.workload = same.workload;
        this.machine = same.machine;
        this.surroundings = same.surroundings;
        this.seed = seed;
        this.gatheringPartitions = same.gatheringPartitions;
        this.simulated = same.simulated;
    }

    /** The same with other random numbers. */
    TrafficSimulation withSeed(long other) {
        return new TrafficSimulation(this, other);
    }

    /**
     * One simulation.
     *
     * @param measured of the settings' codec; if absent, batches are compressed to determine their sizes
     * @param stored of the codec with which brokers recompress the batches
     * @param compressing which batches are actually compressed
     * @param conditions adjusts the timing measured on the machine to the simulated conditions
     */
    private record Query(
            ProducerSettings settings,
            Optional<CompressionCurve> measured,
            Optional<CompressionCurve> stored,
            Compressing compressing,
            Depth depth,
            UnaryOperator<ReplayTiming> conditions) {
        Query(
                ProducerSettings settings,
                Optional<CompressionCurve> measured,
                Optional<CompressionCurve> stored,
                Depth depth,
                UnaryOperator<ReplayTiming> conditions) {
            this(settings, measured, stored, TrafficSimulation.compressing(measured, depth), depth, conditions);
        }

        Query(
                ProducerSettings settings,
                Optional<CompressionCurve> measured,
                Depth depth,
                UnaryOperator<ReplayTiming> conditions) {
            this(settings, measured, Optional.empty(), depth, conditions);
        }
    }

    /**
     * Traffic of one producer, at its share of the rate.
     *
     * @param slower factor by which brokers and consumers take longer because they wait for a CPU
     */
    ReplayedTraffic atRate(ProducerSettings settings, Optional<CompressionCurve> measured, Depth depth, double slower) {
        return atRate(new Query(settings, measured, depth, timing -> timing.withReceiversSlowedBy(slower)), IGNORED);
    }

    /** The same if threads wait for a CPU and brokers answer late. */
    ReplayedTraffic atRateWhereAllIsBusy(ProducerSettings settings, CompressionCurve measured, Depth depth) {
        return atRate(new Query(settings, Optional.of(measured), depth, ReplayTiming::whereAllIsBusy), IGNORED);
    }

    /** The same if everything that threads do takes half as long. */
    ReplayedTraffic atRateWhereThreadsAreTwiceAsFast(
            ProducerSettings settings, CompressionCurve measured, Depth depth) {
        return atRate(
                new Query(settings, Optional.of(measured), depth, ReplayTiming::whereThreadsAreTwiceAsFast), IGNORED);
    }

    /** The same with brokers that recompress the batches; the time this takes is that measured for their codec. */
    ReplayedTraffic recompressed(ProducerSettings settings, CompressionCurve measured, CompressionCurve stored) {
        return atRate(
                new Query(settings, Optional.of(measured), Optional.of(stored), Depth.WHOLE, UnaryOperator.identity()),
                IGNORED);
    }

    /** The records of each batch that forms at the rate, in the order in which the batches are sent. */
    List<List<BatchRecord>> batches(ProducerSettings settings, CompressionCurve measured) {
        List<List<BatchRecord>> batches = new ArrayList<>();
        ofAllRecords(settings, measured, batches::add);
        return batches;
    }

    /** Every record is sent once, unless compressing the batches would take too long. */
    ReplayedTraffic ofAllRecords(ProducerSettings settings, CompressionCurve measured) {
        return ofAllRecords(settings, measured, IGNORED);
    }

    private ReplayedTraffic ofAllRecords(
            ProducerSettings settings, CompressionCurve measured, Consumer<List<BatchRecord>> leaving) {
        return atRate(new Query(settings, Optional.of(measured), Depth.ALL_RECORDS, UnaryOperator.identity()), leaving);
    }

    /**
     * Traffic if batches compress as predicted by a model. Records arrive at the same times regardless of their size,
     * so that two such simulations differ because of what was changed and not by chance.
     */
    ReplayedTraffic counted(ProducerSettings settings, CompressionCurve measured, SizeModel compressing) {
        double perProducer = workload.recordsPerSecond() / workload.producers();
        SplittableRandom random = new SplittableRandom(seed);
        return simulate(
                new Query(
                        settings,
                        Optional.of(measured),
                        Optional.empty(),
                        Compressing.none(compressing),
                        Depth.COUNTED_ONLY,
                        UnaryOperator.identity()),
                new Pace(
                        new Arrivals.Patterned(() -> -Math.log(1 - random.nextDouble()) * GIGA / perProducer),
                        perProducer,
                        requestsPerSecond(settings, perProducer)),
                IGNORED);
    }

    private ReplayedTraffic atRate(Query query, Consumer<List<BatchRecord>> leaving) {
        double perProducer = workload.recordsPerSecond() / workload.producers();
        return simulate(
                query,
                new Pace(
                        surroundings.evenly() ? new Arrivals.Even(perProducer) : new Arrivals.Poisson(perProducer),
                        perProducer,
                        requestsPerSecond(query.settings(), perProducer)),
                leaving);
    }

    /** The maximum rate of one producer. */
    ReplayedTraffic unthrottled(ProducerSettings settings, CompressionCurve curve, double slower) {
        return simulate(
                new Query(settings, Optional.of(curve), Depth.WHOLE, timing -> timing.withReceiversSlowedBy(slower)),
                new Pace(new Arrivals.AsFastAsTaken(), Double.MAX_VALUE, REQUESTS_UNTHROTTLED),
                IGNORED);
    }

    /**
     * The codec's costs as measured on stretches of the source or, if keys scatter records, on batches that are filled
     * concurrently.
     *
     * @param simulated records, queried only in the latter case
     */
    CodecAlone alone(
            KnownMachine known,
            CompressionCurve curve,
            Supplier<List<BatchRecord>> simulated,
            double bytesPerBatch,
            double recordsPerBatch,
            double openBatches,
            double lingeredShare) {
        // Timing concurrently filled batches takes a second, and the costs of separate machines are known less
        // precisely than that anyway.
        if (surroundings.cores().isPresent() && workload.keyed() && workload.partitions() > 1) {
            return CodecAlone.ofScattered(
                    curve.codec(), simulated.get(), workload.partitions(), recordsPerBatch, openBatches, lingeredShare);
        }
        return curve.alone(known.uncompressed(), bytesPerBatch);
    }

    /** All records in order; if only few are timed, a representative part. */
    List<BatchRecord> some(double wanted, double together) {
        return simulated.some(wanted, together);
    }

    /**
     * Approximate request rate of all producers, used to determine the cost of a request: one request per linger, or
     * one for each batch that fills up before.
     */
    private double requestsPerSecond(ProducerSettings settings, double recordsPerSecond) {
        double filled = recordsPerSecond * workload.recordBytes() / settings.batchSizeBytes();
        double lingered = workload.brokers() * 1_000.0 / Math.max(1, settings.lingerMillis());
        return workload.producers() * Math.min(recordsPerSecond, Math.max(filled, lingered));
    }

    /** The records of one producer and the requests of all producers, per second. */
    private record Pace(Arrivals arrivals, double recordsPerSecond, double requestsPerSecond) {}

    private ExpectedBatches expected(Query query, Pace pace) {
        ProducerSettings settings = query.settings();
        return ExpectedBatches.of(
                settings.batchSizeBytes() * maxRatio(query),
                pace.recordsPerSecond() * settings.lingerMillis() / 1000.0,
                !(pace.arrivals() instanceof Arrivals.AsFastAsTaken),
                workload,
                surroundings,
                gatheringPartitions);
    }

    /**
     * Uncompressed bytes of a full batch over {@code batch.size}; clients other than Java's count uncompressed bytes.
     */
    private double maxRatio(Query query) {
        return workload.client() == ClientProfile.JAVA
                ? query.measured()
                        .map(curve -> curve.ratio(query.settings().batchSizeBytes()))
                        .orElse(DEFAULT_RATIO)
                : 1;
    }

    private ReplayedTraffic simulate(Query query, Pace pace, Consumer<List<BatchRecord>> leaving) {
        ExpectedBatches expected = expected(query, pace);
        SimulatedRecords.Choice choice = simulated.choose(
                query.settings(),
                query.depth(),
                expected,
                query.measured().map(curve -> compressNanosPerByte(curve, query.stored(), expected.bytes())));
        return choice.ofAll(send(
                query,
                plan(query, pace, choice.ofProducer(), timing(expected, choice.records(), query, pace)),
                choice.ofProducer(),
                GIGA / pace.recordsPerSecond(),
                choice.extent(),
                choice.observing(leaving)));
    }

    private ReplayTiming timing(ExpectedBatches expected, List<BatchRecord> sent, Query query, Pace pace) {
        return timing(
                query.measured(),
                curve -> alone(
                                machine.orElseThrow(),
                                curve,
                                () -> sent,
                                expected.bytes(),
                                expected.records(),
                                expected.open(),
                                expected.areFull() ? 0 : 1)
                        .compressingTimes(ClientCodecCpu.factor(workload.client(), curve.codec(), expected.bytes())),
                pace.requestsPerSecond());
    }

    private ReplayPlan plan(Query query, Pace pace, ProducerRecords own, ReplayTiming timing) {
        ProducerSettings settings = query.settings();
        double meanNanos = GIGA / workload.recordsPerSecond();
        return new ReplayPlan(
                settings.codec(),
                settings.batchSizeBytes(),
                settings.lingerMillis(),
                workload.partitions(),
                workload.brokers(),
                surroundings.pattern().isPresent() && !(pace.arrivals() instanceof Arrivals.AsFastAsTaken)
                        ? new Arrivals.Patterned(() -> meanNanos * own.gap())
                        : pace.arrivals(),
                query.conditions().apply(timing),
                query.compressing(),
                query.stored().map(CompressionCurve::codec));
    }

    /** @param gapNanos mean time between two records of the producer */
    private ReplayedTraffic send(
            Query query,
            ReplayPlan plan,
            ProducerRecords own,
            double gapNanos,
            ReplayExtent wanted,
            Consumer<List<BatchRecord>> leaving) {
        if (workload.client() != ClientProfile.JAVA) {
            return OtherClientReplay.of(
                            workload.producing(),
                            plan,
                            query.measured()
                                    .map(curve -> curve.ofClient(workload.client()))
                                    .orElseGet(() -> ClientCompression.published(
                                            workload.client(), query.settings().codec())),
                            plan.compressing().model(),
                            seed)
                    .observedBy(leaving)
                    .send(own::next, gapNanos, wanted);
        }
        try (ProducerReplay producer = new ProducerReplay(plan, seed)) {
            return producer.observedBy(leaving).send(own::next, partitioner(), wanted);
        }
    }

    /** Java clients without a sticky partitioner send records without a key to all partitions in turn. */
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

    /**
     * On a separate network, a round trip takes as long as the workload specifies; on one machine, as long as was
     * measured there.
     */
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

    private static Compressing compressing(Optional<CompressionCurve> measured, Depth depth) {
        return measured.map(curve -> depth == Depth.COARSE || depth == Depth.COMPARED
                        ? Compressing.none(curve::fraction)
                        : Compressing.counted(curve::fraction))
                .orElse(Compressing.ALL);
    }
}
