package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.kafka.ProducerReplay;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Among how many partitions the records of some time are divided: two keys take two of 48, however many records come. */
final class GatheringPartitions {
    private static final int MAX_RECORDS = 20_000;
    private static final long SEED = 1;

    /** Of the records, by partition; the last is of those that the producer puts anywhere. */
    private final double[] shares;

    private GatheringPartitions(double[] shares) {
        this.shares = shares;
    }

    /** By the records' keys; of many records, some that are drawn at random, since keys may come in turn. */
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

    /** In turn, whatever the records are. */
    static GatheringPartitions inTurn(int partitions) {
        double[] shares = new double[partitions];
        Arrays.fill(shares, 1.0 / partitions);
        return new GatheringPartitions(shares);
    }

    /** Partitions that get at least one of so many records, on average; at least 1. */
    double of(double records) {
        return Math.max(
                1,
                Arrays.stream(shares)
                        .map(share -> -Math.expm1(-share * records))
                        .sum());
    }
}
