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

/**
 * The records of a sample in an order in which producers may have sent them.
 *
 * @param records in that order
 * @param pattern in which they come: that of their timestamps, where these tell when each was sent, or bursts that explain a
 *     log's batches; empty where they come at random
 */
public record SentRecords(List<BatchRecord> records, Optional<ArrivalPattern> pattern) {
    public SentRecords {
        records = List.copyOf(records);
    }

    /**
     * Records of a file keep their order; without timestamps of their own, they get those of their sending. A log lies partition
     * after partition: where all of it is known, its records are put in the order of their timestamps; otherwise those of all
     * partitions alternate, each as often as it has any.
     *
     * @param partitions that keys are spread over
     */
    public static SentRecords of(Sample sample, int partitions) {
        BatchSample largest = sample.sizes().stream()
                .max(Comparator.comparingInt(BatchSample::nominalBytes))
                .orElseThrow();
        List<BatchRecord> inOrder = largest.recordsInOrder();
        Optional<StoredBatches> stored = sample.read().stored();
        if (stored.isEmpty()) {
            return sample.read().hasTimestamps()
                    ? new SentRecords(inOrder, ArrivalPattern.of(inOrder))
                    : new SentRecords(
                            inOrder.stream()
                                    .map(record -> record.withTimestamp(BatchRecord.WHEN_SENT))
                                    .toList(),
                            Optional.empty());
        }
        if (stored.get().whole()
                && largest.isComplete()
                && stored.get().gatheredMillis().isPresent()) {
            List<BatchRecord> byTime = new ArrayList<>(inOrder);
            byTime.sort(Comparator.comparingLong(BatchRecord::timestampMillis));
            return new SentRecords(byTime, ArrivalPattern.of(byTime));
        }
        return new SentRecords(sample.read().hasKeys() ? alternating(inOrder, partitions) : inOrder, Optional.empty());
    }

    /** The same in bursts of one length. */
    SentRecords inBursts(double recordsPerBurst) {
        return new SentRecords(records, Optional.of(ArrivalPattern.inBursts(records.size(), recordsPerBurst)));
    }

    /** Where a log's batches show that records come in bursts, how many come at once. */
    public OptionalDouble recordsPerBurst() {
        return pattern.map(ArrivalPattern::recordsPerBurst).orElse(OptionalDouble.empty());
    }

    private static List<BatchRecord> alternating(List<BatchRecord> records, int partitions) {
        Map<Integer, List<BatchRecord>> byPartition = new TreeMap<>();
        for (BatchRecord record : records) {
            byPartition
                    .computeIfAbsent(ProducerReplay.partitionOf(record, partitions), none -> new ArrayList<>())
                    .add(record);
        }
        record Placed(double place, BatchRecord record) {}
        List<Placed> placed = new ArrayList<>(records.size());
        for (Map.Entry<Integer, List<BatchRecord>> own : byPartition.entrySet()) {
            double size = own.getValue().size();
            // Not all partitions begin with the same place.
            double begin = (own.getKey() * 0.618034) % 1;
            for (int i = 0; i < size; i++) {
                placed.add(
                        new Placed((i + Math.abs(begin)) / size, own.getValue().get(i)));
            }
        }
        placed.sort(Comparator.comparingDouble(Placed::place));
        return placed.stream().map(Placed::record).toList();
    }
}
