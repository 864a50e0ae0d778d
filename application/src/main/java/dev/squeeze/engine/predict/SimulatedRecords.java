package dev.squeeze.engine.predict;

import dev.squeeze.engine.predict.SimulatedExtent.Depth;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.format.FewForAll;
import dev.squeeze.kit.kafka.ProducerReplay;
import dev.squeeze.kit.kafka.ReplayExtent;
import dev.squeeze.kit.kafka.ReplayedTraffic;
import dev.squeeze.kit.stats.BalancedStretches;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;

/**
 * Which of the records are sent in a simulation: all of them in their order, or a part that stands for them, whose figures are
 * corrected by what it is known to differ in.
 */
final class SimulatedRecords {
    /** Of the records whose batches are timed one by one; a few of these are. */
    private static final double MAX_TIMED_BYTES = 48 << 20;

    /**
     * Of the number of records in a batch, where all records were sent in their order: how it drifts over them is no error then, since
     * they do so in the same places when they are sent for real.
     */
    private static final double MAX_ERROR_OF_ALL = 0.04;

    private final List<BatchRecord> records;
    private final Workload workload;
    private final Surroundings surroundings;
    private final GatheringPartitions partitions;
    /** Of which record one producer sends. */
    private final int every;

    private final FewForAll few;
    private final SimulatedExtent extent;

    SimulatedRecords(
            List<BatchRecord> records, Workload workload, Surroundings surroundings, GatheringPartitions partitions) {
        this.records = records;
        this.workload = workload;
        this.surroundings = surroundings;
        this.partitions = partitions;
        this.every = surroundings.every(workload);
        this.few = sendsParts() ? new FewForAll(records) : new FewForAll(records, lanes());
        this.extent =
                new SimulatedExtent(records.size(), few, surroundings.cores().isPresent());
    }

    /** Short live runs send a part of the records themselves, in the same order as here. */
    private boolean sendsParts() {
        return surroundings.cores().isPresent();
    }

    /** Records that are near each other come into the same batch where they are of one producer and one partition. */
    private IntUnaryOperator lanes() {
        int number = workload.partitions();
        if (workload.keyed()) {
            return place -> every * (1 + ProducerReplay.partitionOf(records.get(place), number)) + place % every;
        }
        return workload.scatters() ? place -> place % (every * number) : place -> place % every;
    }

    /** All in their order; where few are timed, a representative part. */
    List<BatchRecord> some(double wanted, double together) {
        return few.order(Math.min(wanted, MAX_TIMED_BYTES / workload.recordBytes()), together, 0)
                .map(order -> order.order(records))
                .orElse(records);
    }

    /** @param compressNanosPerByte of the codecs that compress the batches; absent where that was not measured */
    Choice choose(
            ProducerSettings settings, Depth depth, ExpectedBatches expected, Optional<Double> compressNanosPerByte) {
        long batches = extent.batches(compressNanosPerByte, expected.bytes(), every * expected.records(), depth);
        double wanted = every * batches * expected.records();
        boolean part = (depth == Depth.WHOLE || depth == Depth.ALL_RECORDS)
                && BalancedStretches.areFew(wanted, records.size());
        boolean forAll = part && depth == Depth.WHOLE && !sendsParts();
        if (forAll && affordsAll(settings, expected, compressNanosPerByte)) {
            return new Choice(
                    settings,
                    expected,
                    Optional.empty(),
                    Figures.OF_ALL_IN_ORDER,
                    extent.ofAll(expected.bytes(), every));
        }
        Optional<BalancedStretches> order = part
                ? few.order(
                        wanted, every * Math.min(expected.gathering(), expected.records() * workload.partitions()), 0)
                : Optional.empty();
        return new Choice(
                settings,
                expected,
                order,
                forAll ? Figures.OF_A_PART_FOR_ALL : Figures.OF_WHAT_IS_SENT,
                extent.of(depth, batches, expected.bytes(), every, order.isEmpty()));
    }

    /** What is asked for. */
    private enum Figures {
        /** Whatever that is: batches that are looked at one by one, a part that a short live run sends, or all there is. */
        OF_WHAT_IS_SENT,
        OF_ALL_IN_ORDER,
        OF_A_PART_FOR_ALL
    }

    /**
     * Not where batches are full as long as a producer's guess of the ratio is a bad one: whether it comes down is chance then, which a
     * part in another order shows sooner.
     */
    private boolean affordsAll(
            ProducerSettings settings, ExpectedBatches expected, Optional<Double> compressNanosPerByte) {
        boolean guesses = workload.client() == ClientProfile.JAVA
                && settings.codec().type() != CodecType.NONE
                && expected.bytes() * Prediction.FULL_AT_START > settings.batchSizeBytes();
        return (!guesses || expected.areFull()) && extent.affordsAll(compressNanosPerByte, guesses, every);
    }

    /** What is sent in one simulation. For one thread. */
    final class Choice {
        private final ProducerSettings settings;
        private final ExpectedBatches expected;
        private final Optional<BalancedStretches> order;
        private final Figures figures;
        private final ReplayExtent extent;
        private final List<BatchRecord> chosen;
        private final ProducerRecords own;
        private Optional<CountedPart> counted = Optional.empty();

        private Choice(
                ProducerSettings settings,
                ExpectedBatches expected,
                Optional<BalancedStretches> order,
                Figures figures,
                ReplayExtent extent) {
            this.settings = settings;
            this.expected = expected;
            this.order = order;
            this.figures = figures;
            this.extent = extent;
            this.chosen = order.map(stretches -> stretches.order(records)).orElse(records);
            this.own = new ProducerRecords(
                    chosen,
                    order.<IntUnaryOperator>map(stretches -> stretches::recordAt)
                            .orElse(place -> place),
                    every,
                    surroundings.pattern());
        }

        /** Those of all producers. */
        List<BatchRecord> records() {
            return chosen;
        }

        /** Those of the producer. */
        ProducerRecords ofProducer() {
            return own;
        }

        ReplayExtent extent() {
            return extent;
        }

        /** Notes what left, where that has to be known afterwards. */
        Consumer<List<BatchRecord>> observing(Consumer<List<BatchRecord>> next) {
            if (figures != Figures.OF_A_PART_FOR_ALL) {
                return next;
            }
            CountedPart part = new CountedPart(own, next);
            counted = Optional.of(part);
            return part;
        }

        /** What came of it, as it is of all records where these are asked for. */
        ReplayedTraffic ofAll(ReplayedTraffic traffic) {
            return figures == Figures.OF_ALL_IN_ORDER
                    ? traffic.withMaxRecordsPerBatchRelativeError(MAX_ERROR_OF_ALL)
                    : counted.map(part -> corrected(traffic, part)).orElse(traffic);
        }

        private ReplayedTraffic corrected(ReplayedTraffic traffic, CountedPart part) {
            double together =
                    every * part.recordsTogether() * (workload.scatters() ? partitions.of(expected.gathering()) : 1);
            FewForAll.AllOverPart sizes = over(part, together, part.to());
            long compressedTo = part.to(traffic.compressedBatches());
            FewForAll.AllOverPart compressed = compressedTo == part.to() ? sizes : over(part, together, compressedTo);
            return traffic.ofRecordsTimes(
                    sizes.encodedBytes(),
                    sizes.encodedBytes() * compressed.compressedBytes() / compressed.encodedBytes());
        }

        private FewForAll.AllOverPart over(CountedPart part, double together, long to) {
            return few.allOver(settings.codec().type(), order.orElseThrow(), part.from(together), to, together);
        }
    }
}
