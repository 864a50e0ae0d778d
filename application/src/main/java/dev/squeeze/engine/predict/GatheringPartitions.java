package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.kafka.ProducerReplay;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Estimates over how many partitions the records of a period are distributed: two keys use two of 48 partitions,
 * however many records arrive.
 */
final class GatheringPartitions {
    private static final int MAX_RECORDS = 20_000;
    private static final long SEED = 1;

    /** Share of the records by partition; the last entry is for records that the producer may put anywhere. */
    private final double[] shares;

    private GatheringPartitions(double[] shares) {
        this.shares = shares;
    }

    /** Distribution by the records' keys. A random sample is drawn from large inputs, since keys may be in order. */
    static GatheringPartitions ofKeys(List<BatchRecord> records, int partitions) {
        long[] counts = new long[partitions + 1];
        IntStream chosen = records.size() <= MAX_RECORDS
                ? IntStream.range(0, records.size())
                : new SplittableRandom(SEED).ints(MAX_RECORDS, 0, records.size());
        chosen.map(i -> ProducerReplay.partitionOf(records.get(i), partitions))
                .forEach(partition -> counts[partition == ProducerReplay.ANY_PARTITION ? partitions : partition]++);
        double all = Arrays.stream(counts).sum();
        return new GatheringPartitions(Arrays.stream(counts)
                .filter(count -> count > 0)
                .mapToDouble(count -> count / all)
                .toArray());
    }

    /** Round-robin distribution, regardless of keys. */
    static GatheringPartitions inTurn(int partitions) {
        double[] shares = new double[partitions];
        Arrays.fill(shares, 1.0 / partitions);
        return new GatheringPartitions(shares);
    }

    /** Expected number of partitions that get at least one of this many records; at least 1. */
    double of(double records) {
        return Math.max(
                1,
                Arrays.stream(shares)
                        .map(share -> -Math.expm1(-share * records))
                        .sum());
    }
}
