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
 * Selects which records are sent in a simulation: all of them in order, or a representative part whose results are
 * corrected for its known differences from the whole.
 */
final class SimulatedRecords {
    /** Limit for the records whose batches are timed individually; only a few of them are. */
    private static final double MAX_TIMED_BYTES = 48 << 20;

    /**
     * Upper limit for the error of records per batch if all records were sent in order: drift over the records is not
     * an error then, since live traffic drifts in the same places.
     */
    private static final double MAX_ERROR_OF_ALL = 0.04;

    private final List<BatchRecord> records;
    private final Workload workload;
    private final Surroundings surroundings;
    private final GatheringPartitions partitions;
    /** One producer sends one out of this many records. */
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

    /** Short live runs also send only part of the records, in the same order as here. */
    private boolean sendsParts() {
        return surroundings.cores().isPresent();
    }

    /**
     * Records that are close to each other end up in the same batch if they belong to the same producer and partition.
     */
    private IntUnaryOperator lanes() {
        int number = workload.partitions();
        if (workload.keyed()) {
            return place -> every * (1 + ProducerReplay.partitionOf(records.get(place), number)) + place % every;
        }
        return workload.scatters() ? place -> place % (every * number) : place -> place % every;
    }

    /** All records in order; if only few are timed, a representative part. */
    List<BatchRecord> some(double wanted, double together) {
        return few.order(Math.min(wanted, MAX_TIMED_BYTES / workload.recordBytes()), together, 0)
                .map(order -> order.order(records))
                .orElse(records);
    }

    /** @param compressNanosPerByte of the codecs that compress the batches; absent if not measured */
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

    /** Which records the requested figures refer to. */
    private enum Figures {
        /**
         * To the records that are sent: batches that are examined individually, the part that a short live run sends,
         * or all records.
         */
        OF_WHAT_IS_SENT,
        OF_ALL_IN_ORDER,
        OF_A_PART_FOR_ALL
    }

    /**
     * Not if batches are full only as long as a producer's estimate of the ratio is poor: it is then a matter of chance
     * whether the estimate comes down, which part of the records in another order shows sooner.
     */
    private boolean affordsAll(
            ProducerSettings settings, ExpectedBatches expected, Optional<Double> compressNanosPerByte) {
        boolean guesses = workload.client() == ClientProfile.JAVA
                && settings.codec().type() != CodecType.NONE
                && expected.bytes() * Prediction.FULL_AT_START > settings.batchSizeBytes();
        return (!guesses || expected.areFull()) && extent.affordsAll(compressNanosPerByte, guesses, every);
    }

    /** The records of one simulation. Not thread-safe. */
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

        /** The records of all producers. */
        List<BatchRecord> records() {
            return chosen;
        }

        /** The records of the simulated producer. */
        ProducerRecords ofProducer() {
            return own;
        }

        ReplayExtent extent() {
            return extent;
        }

        /** Tracks which records were sent, if that has to be known afterwards. */
        Consumer<List<BatchRecord>> observing(Consumer<List<BatchRecord>> next) {
            if (figures != Figures.OF_A_PART_FOR_ALL) {
                return next;
            }
            CountedPart part = new CountedPart(own, next);
            counted = Optional.of(part);
            return part;
        }

        /** The results, converted to all records if the request refers to these. */
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
