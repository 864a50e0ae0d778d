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

/** Sends records with certain settings in simulated time, as far as a question needs it. */
final class TrafficSimulation {
    private static final double GIGA = 1e9;
    /** Only how many batches are simulated depends on it. */
    private static final double DEFAULT_RATIO = 4;

    /** Only what each request costs unthrottled depends on it, and by its square root. */
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

    /** The same where all that threads do takes half as long. */
    ReplayedTraffic atRateWhereThreadsAreTwiceAsFast(
            ProducerSettings settings, CompressionCurve measured, Depth depth) {
        return atRate(
                new Question(settings, Optional.of(measured), depth, ReplayTiming::whereThreadsAreTwiceAsFast),
                IGNORED);
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
        ofAllRecords(settings, measured, batches::add);
        return batches;
    }

    /** Every record is sent once, as far as compressing the batches does not take too long. */
    ReplayedTraffic ofAllRecords(ProducerSettings settings, CompressionCurve measured) {
        return ofAllRecords(settings, measured, IGNORED);
    }

    private ReplayedTraffic ofAllRecords(
            ProducerSettings settings, CompressionCurve measured, Consumer<List<BatchRecord>> leaving) {
        return atRate(
                new Question(settings, Optional.of(measured), Depth.ALL_RECORDS, UnaryOperator.identity()), leaving);
    }

    /**
     * What forms where batches compress as a model says. Records come at the same moments whatever their bytes, so that two of these differ
     * by what changed and not by chance.
     */
    ReplayedTraffic counted(ProducerSettings settings, CompressionCurve measured, SizeModel compressing) {
        double perProducer = workload.recordsPerSecond() / workload.producers();
        SplittableRandom random = new SplittableRandom(seed);
        return simulate(
                new Question(
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

    /** All in their order; where few are timed, a representative part. */
    List<BatchRecord> some(double wanted, double together) {
        return simulated.some(wanted, together);
    }

    /** About as many of all producers, for what each of them costs: one a linger, or one for each batch that fills before. */
    private double requestsPerSecond(ProducerSettings settings, double recordsPerSecond) {
        double filled = recordsPerSecond * workload.recordBytes() / settings.batchSizeBytes();
        double lingered = workload.brokers() * 1_000.0 / Math.max(1, settings.lingerMillis());
        return workload.producers() * Math.min(recordsPerSecond, Math.max(filled, lingered));
    }

    /** One producer's records, of each second, and the requests of all. */
    private record Pace(Arrivals arrivals, double recordsPerSecond, double requestsPerSecond) {}

    private ExpectedBatches expected(Question question, Pace pace) {
        ProducerSettings settings = question.settings();
        return ExpectedBatches.of(
                settings.batchSizeBytes() * maxRatio(question),
                pace.recordsPerSecond() * settings.lingerMillis() / 1000.0,
                !(pace.arrivals() instanceof Arrivals.AsFastAsTaken),
                workload,
                surroundings,
                gatheringPartitions);
    }

    /** Of uncompressed bytes over {@code batch.size}; other clients than Java's count what is not compressed. */
    private double maxRatio(Question question) {
        return workload.client() == ClientProfile.JAVA
                ? question.measured()
                        .map(curve -> curve.ratio(question.settings().batchSizeBytes()))
                        .orElse(DEFAULT_RATIO)
                : 1;
    }

    private ReplayedTraffic simulate(Question question, Pace pace, Consumer<List<BatchRecord>> leaving) {
        ExpectedBatches expected = expected(question, pace);
        SimulatedRecords.Choice choice = simulated.choose(
                question.settings(),
                question.depth(),
                expected,
                question.measured().map(curve -> compressNanosPerByte(curve, question.stored(), expected.bytes())));
        return choice.ofAll(send(
                question,
                plan(question, pace, choice.ofProducer(), timing(expected, choice.records(), question, pace)),
                choice.ofProducer(),
                GIGA / pace.recordsPerSecond(),
                choice.extent(),
                choice.observing(leaving)));
    }

    private ReplayTiming timing(ExpectedBatches expected, List<BatchRecord> sent, Question question, Pace pace) {
        return timing(
                question.measured(),
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

    private ReplayPlan plan(Question question, Pace pace, ProducerRecords own, ReplayTiming timing) {
        ProducerSettings settings = question.settings();
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
                question.conditions().apply(timing),
                question.compressing(),
                question.stored().map(CompressionCurve::codec));
    }

    /** @param gapNanos from one record of the producer to the next, on average */
    private ReplayedTraffic send(
            Question question,
            ReplayPlan plan,
            ProducerRecords own,
            double gapNanos,
            ReplayExtent wanted,
            Consumer<List<BatchRecord>> leaving) {
        if (workload.client() != ClientProfile.JAVA) {
            return OtherClientReplay.of(
                            workload.producing(),
                            plan,
                            question.measured()
                                    .map(curve -> curve.ofClient(workload.client()))
                                    .orElseGet(() -> ClientCompression.published(
                                            workload.client(),
                                            question.settings().codec())),
                            plan.compressing().model(),
                            seed)
                    .observedBy(leaving)
                    .send(own::next, gapNanos, wanted);
        }
        try (ProducerReplay producer = new ProducerReplay(plan, seed)) {
            return producer.observedBy(leaving).send(own::next, partitioner(), wanted);
        }
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

    private static Compressing compressing(Optional<CompressionCurve> measured, Depth depth) {
        return measured.map(curve -> depth == Depth.COARSE || depth == Depth.COMPARED
                        ? Compressing.none(curve::fraction)
                        : Compressing.counted(curve::fraction))
                .orElse(Compressing.ALL);
    }
}
