package dev.squeeze.engine.predict;

import dev.squeeze.engine.measure.CodecAlone;
import dev.squeeze.engine.predict.SimulatedExtent.Depth;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.format.FewForAll;
import dev.squeeze.kit.kafka.ProducerReplay;
import dev.squeeze.kit.kafka.ReplayExtent;
import dev.squeeze.kit.kafka.ReplayPlan;
import dev.squeeze.kit.kafka.ReplayPlan.Arrivals;
import dev.squeeze.kit.kafka.ReplayPlan.Compressing;
import dev.squeeze.kit.kafka.ReplayTiming;
import dev.squeeze.kit.kafka.ReplayedTraffic;
import dev.squeeze.kit.kafka.SizeModel;
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
    /** Only how many batches are simulated depends on it. */
    private static final double DEFAULT_RATIO = 4;

    /** Only what each request costs unthrottled depends on it, and by its square root. */
    private static final double REQUESTS_UNTHROTTLED = 1_000;

    /** Of the records whose batches are timed one by one; a few of these are. */
    private static final double MAX_TIMED_BYTES = 48 << 20;

    /**
     * Of the number of records in a batch, where all records were sent in their order: how it drifts over them is no error then, since
     * they do so in the same places when they are sent for real.
     */
    private static final double MAX_ERROR_OF_ALL = 0.04;

    private static final Consumer<List<BatchRecord>> IGNORED = batch -> {};

    private final List<BatchRecord> records;
    private final Workload workload;
    private final Optional<KnownMachine> machine;
    private final Surroundings surroundings;
    private final long seed;
    private final FewForAll few;
    private final SimulatedExtent extent;
    private final GatheringPartitions gatheringPartitions;

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
        this.few = sendsParts() ? new FewForAll(records) : new FewForAll(records, lanes());
        this.extent =
                new SimulatedExtent(records.size(), few, surroundings.cores().isPresent());
        this.gatheringPartitions = workload.keyed()
                ? GatheringPartitions.ofKeys(records, workload.partitions())
                : GatheringPartitions.inTurn(workload.partitions());
    }

    private TrafficSimulation(TrafficSimulation same, long seed) {
        this.records = same.records;
        this.workload = same.workload;
        this.machine = same.machine;
        this.surroundings = same.surroundings;
        this.seed = seed;
        this.few = same.few;
        this.extent = same.extent;
        this.gatheringPartitions = same.gatheringPartitions;
    }

    /** Records that are near each other come into the same batch where they are of one producer and one partition. */
    private IntUnaryOperator lanes() {
        int every = surroundings.every(workload);
        int partitions = workload.partitions();
        if (workload.keyed()) {
            return place -> every * (1 + ProducerReplay.partitionOf(records.get(place), partitions)) + place % every;
        }
        return workload.scatters() ? place -> place % (every * partitions) : place -> place % every;
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

    /** All in their order; where few are simulated or timed, a representative part. */
    List<BatchRecord> some(double wanted, double together) {
        return few.order(Math.min(wanted, MAX_TIMED_BYTES / workload.recordBytes()), together, 0)
                .map(order -> order.order(records))
                .orElse(records);
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

    /**
     * About what will form, for how much to simulate.
     *
     * @param fullBytes uncompressed bytes of a full batch
     * @param gathering records that a producer gathers meanwhile
     * @param bytes uncompressed bytes of a batch
     * @param records of it
     * @param open partitions that gather at the same time where keys scatter records
     */
    private record Expected(double fullBytes, double gathering, double bytes, double records, double open) {}

    private Expected expected(Question question, Pace pace, int every) {
        ProducerSettings settings = question.settings();
        double fullBytes = settings.batchSizeBytes() * maxRatio(question);
        double lingering = pace.recordsPerSecond() * settings.lingerMillis() / 1000.0;
        double gathering = Math.max(gathering(lingering, every, pace), perBurst(pace) / every);
        double together = workload.scatters() ? gathering / gatheringPartitions.of(gathering) : gathering;
        double bytes = Math.min(fullBytes, workload.recordBytes() * Math.max(1, together));
        // Keys fill a batch for each partition at the same time, as far as their records come while one lingers.
        return new Expected(fullBytes, gathering, bytes, bytes / workload.recordBytes(), Math.max(1, lingering));
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
        Optional<CompressionCurve> measured = question.measured();
        Optional<CompressionCurve> stored = question.stored();
        Depth depth = question.depth();
        int every = surroundings.every(workload);
        Expected expected = expected(question, pace, every);
        Optional<Double> compressNanos = measured.map(curve -> compressNanosPerByte(curve, stored, expected.bytes()));
        long wanted = extent.batches(compressNanos, expected.bytes(), every * expected.records(), depth);
        boolean part = arePart(depth, every * wanted * expected.records());
        boolean all = part && simulatesAll(question, expected, compressNanos, every);
        Optional<BalancedStretches> order = part && !all
                ? few.order(
                        every * wanted * expected.records(),
                        every * Math.min(expected.gathering(), expected.records() * workload.partitions()),
                        0)
                : Optional.empty();
        List<BatchRecord> simulated = order.map(chosen -> chosen.order(records)).orElse(records);
        ProducerRecords own = new ProducerRecords(
                simulated,
                order.<IntUnaryOperator>map(chosen -> chosen::recordAt).orElse(place -> place),
                every,
                surroundings.pattern());
        CountedPart counted = new CountedPart(own, leaving);
        ReplayedTraffic traffic = send(
                question,
                plan(question, pace, own, timing(expected, simulated, measured, pace)),
                own,
                GIGA / pace.recordsPerSecond(),
                all
                        ? extent.ofAll(expected.bytes(), every)
                        : extent.of(depth, wanted, expected.bytes(), every, order.isEmpty()),
                order.isPresent() ? counted : leaving);
        if (all) {
            return traffic.withMaxRecordsPerBatchRelativeError(MAX_ERROR_OF_ALL);
        }
        return order.filter(chosen -> !sendsParts())
                .map(chosen -> ofAll(traffic, question, chosen, counted, every, expected))
                .orElse(traffic);
    }

    /** Short live runs send a part of the records themselves, in the same order as here. */
    private boolean sendsParts() {
        return surroundings.cores().isPresent();
    }

    /** Whether so many records, of those that are sent, are few that have to stand for all. */
    private boolean arePart(Depth depth, double wanted) {
        return (depth == Depth.WHOLE || depth == Depth.ALL_RECORDS) && BalancedStretches.areFew(wanted, records.size());
    }

    /**
     * Whether all records are simulated in their order. Not where batches are full as long as a producer's guess of the ratio is a bad one:
     * whether it comes down is chance then, which a part in another order shows sooner.
     */
    private boolean simulatesAll(
            Question question, Expected expected, Optional<Double> compressNanosPerByte, int every) {
        ProducerSettings settings = question.settings();
        boolean guesses = workload.client() == ClientProfile.JAVA
                && settings.codec().type() != CodecType.NONE
                && expected.bytes() * Prediction.FULL_AT_START > settings.batchSizeBytes();
        return question.depth() == Depth.WHOLE
                && !sendsParts()
                && (!guesses || expected.bytes() >= expected.fullBytes())
                && extent.affordsAll(compressNanosPerByte, guesses, every);
    }

    /** Corrected by what the part that was simulated is known to differ from all records in. */
    private ReplayedTraffic ofAll(
            ReplayedTraffic traffic,
            Question question,
            BalancedStretches order,
            CountedPart counted,
            int every,
            Expected expected) {
        double together = every
                * counted.recordsTogether()
                * (workload.scatters() ? gatheringPartitions.of(expected.gathering()) : 1);
        CodecType codec = question.settings().codec().type();
        FewForAll.AllOverPart all = few.allOver(codec, order, counted.from(together), counted.to(), together);
        long compressedTo = counted.to(traffic.compressedBatches());
        FewForAll.AllOverPart compressed = compressedTo == counted.to()
                ? all
                : few.allOver(codec, order, counted.from(together), compressedTo, together);
        return traffic.ofRecordsTimes(
                all.encodedBytes(), all.encodedBytes() * compressed.compressedBytes() / compressed.encodedBytes());
    }

    private ReplayTiming timing(
            Expected expected, List<BatchRecord> simulated, Optional<CompressionCurve> measured, Pace pace) {
        return timing(
                measured,
                curve -> alone(
                                machine.orElseThrow(),
                                curve,
                                () -> simulated,
                                expected.bytes(),
                                expected.records(),
                                expected.open(),
                                expected.bytes() < expected.fullBytes() ? 1 : 0)
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
