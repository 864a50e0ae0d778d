package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.kafka.ProducerReplay;
import dev.squeeze.kit.source.BatchSample;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.source.StoredBatches;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * The records of a sample in an order in which producers may have sent them.
 *
 * @param records in that order
 * @param pattern in which they arrive: that of their timestamps, if these show when each was sent, or bursts that
 *     explain a log's batches; empty if they arrive at random
 */
public record SentRecords(List<BatchRecord> records, Optional<ArrivalPattern> pattern) {
    public SentRecords {
        records = List.copyOf(records);
    }

    /**
     * Records of a file keep their order, even if a log shows how they are sent; records without timestamps are stamped
     * when they are sent. A log is read partition by partition: if all of it was read, its records are sorted by
     * timestamp; otherwise the partitions are interleaved in proportion to their number of records.
     *
     * @param partitions over which keys are distributed
     */
    public static SentRecords of(Sample sample, int partitions) {
        BatchSample largest = sample.sizes().stream()
                .max(Comparator.comparingInt(BatchSample::nominalBytes))
                .orElseThrow();
        List<BatchRecord> inOrder = largest.recordsInOrder();
        Optional<StoredBatches> stored = sample.read().stored().filter(log -> !sample.ofOtherRecords());
        if (stored.isEmpty()) {
            return sample.read().hasTimestamps()
                    ? new SentRecords(inOrder, ArrivalPattern.of(inOrder, largest.leftOut()))
                    : new SentRecords(
                            inOrder.stream()
                                    .map(record -> record.withTimestamp(BatchRecord.WHEN_SENT))
                                    .toList(),
                            Optional.empty());
        }
        boolean keyed = sample.read().hasKeys();
        if (stored.get().whole()
                && largest.isComplete()
                && stored.get().gatheredMillis().isPresent()) {
            List<BatchRecord> byTime = byTime(inOrder, keyed, partitions);
            return new SentRecords(byTime, ArrivalPattern.of(byTime));
        }
        return new SentRecords(keyed ? alternating(inOrder, partitions) : inOrder, Optional.empty());
    }

    /**
     * Some of the records, at the times at which they arrive among all.
     *
     * @param places indexes of the records to keep, ascending, at least one
     */
    public SentRecords thinnedTo(List<Integer> places) {
        return new SentRecords(at(places), pattern.map(known -> known.thinnedTo(places)));
    }

    /**
     * Stretches of the records, joined together. Each stretch keeps its pace; the time of the other records is dropped.
     *
     * @param places indexes of the records to keep, ascending, at least one
     */
    public SentRecords ofStretches(List<Integer> places) {
        return new SentRecords(at(places), pattern.map(known -> known.ofStretches(places)));
    }

    private List<BatchRecord> at(List<Integer> places) {
        return places.stream().map(records::get).toList();
    }

    /** The same records in bursts of equal length. */
    SentRecords inBursts(double recordsPerBurst) {
        return new SentRecords(records, Optional.of(ArrivalPattern.inBursts(records.size(), recordsPerBurst)));
    }

    /** Records per burst, if a log's batches show that records arrive in bursts. */
    public OptionalDouble recordsPerBurst() {
        return pattern.map(ArrivalPattern::recordsPerBurst).orElse(OptionalDouble.empty());
    }

    private static List<BatchRecord> alternating(List<BatchRecord> records, int partitions) {
        return alternating(all(records), place -> ProducerReplay.partitionOf(records.get(place), partitions)).stream()
                .map(records::get)
                .toList();
    }

    /**
     * Sorts by timestamp. Records with the same timestamp alternate between partitions, since each of these received
     * some at that time.
     */
    private static List<BatchRecord> byTime(List<BatchRecord> inOrder, boolean keyed, int partitions) {
        int[] lanes = keyed
                ? inOrder.stream()
                        .mapToInt(record -> ProducerReplay.partitionOf(record, partitions))
                        .toArray()
                : pieces(inOrder);
        List<Integer> places = new ArrayList<>(all(inOrder));
        places.sort(Comparator.comparingLong(place -> inOrder.get(place).timestampMillis()));
        List<BatchRecord> byTime = new ArrayList<>(inOrder.size());
        for (int first = 0; first < places.size(); ) {
            long millis = inOrder.get(places.get(first)).timestampMillis();
            int end = first + 1;
            while (end < places.size() && inOrder.get(places.get(end)).timestampMillis() == millis) {
                end++;
            }
            alternating(places.subList(first, end), place -> lanes[place])
                    .forEach(place -> byTime.add(inOrder.get(place)));
            first = end;
        }
        return byTime;
    }

    /** Without keys: wherever timestamps go backwards, another partition or another producer's batch begins. */
    private static int[] pieces(List<BatchRecord> inOrder) {
        int[] pieces = new int[inOrder.size()];
        for (int i = 1; i < pieces.length; i++) {
            boolean back = inOrder.get(i).timestampMillis() < inOrder.get(i - 1).timestampMillis();
            pieces[i] = pieces[i - 1] + (back ? 1 : 0);
        }
        return pieces;
    }

    private static List<Integer> all(List<BatchRecord> records) {
        return IntStream.range(0, records.size()).boxed().toList();
    }

    /** Interleaves the lanes: spreads each lane's records evenly over the result and keeps their order. */
    private static List<Integer> alternating(List<Integer> places, IntUnaryOperator lane) {
        if (places.size() == 1) {
            return places;
        }
        Map<Integer, List<Integer>> byLane = new TreeMap<>();
        for (int place : places) {
            byLane.computeIfAbsent(lane.applyAsInt(place), none -> new ArrayList<>())
                    .add(place);
        }
        record Placed(double share, int place) {}
        List<Placed> placed = new ArrayList<>(places.size());
        for (Map.Entry<Integer, List<Integer>> own : byLane.entrySet()) {
            double size = own.getValue().size();
            // Shifts the lanes against each other.
            double begin = (own.getKey() * 0.618034) % 1;
            for (int i = 0; i < size; i++) {
                placed.add(
                        new Placed((i + Math.abs(begin)) / size, own.getValue().get(i)));
            }
        }
        placed.sort(Comparator.comparingDouble(Placed::share));
        return placed.stream().map(Placed::place).toList();
    }
}
