package dev.squeeze.kit.format;

import dev.squeeze.kit.stats.BalancedStretches;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds orders of records in which any few consecutive ones are representative of all: in their sizes, and in how well
 * they compress, both individually and together with the records in the same batch. In a log in which one record in a
 * hundred is long and repetitive, most of the compression is in that record, and a trial of five hundred records that
 * match only the average size shows half of it. The difference that remains between a part and all records is known:
 * see {@link #allOver}.
 */
public final class FewForAll {
    /**
     * Compressed bytes are counted in these fractions, so that a record's share of its batch is not rounded too much.
     */
    private static final int PARTS_OF_A_BYTE = 64;

    /** Group sizes are rounded to this many steps per doubling. */
    private static final double STEPS_PER_DOUBLING = 2;

    /** With fewer groups of records, those at the end of a stretch have too much weight. */
    private static final int MIN_GROUPS = 2;

    private final List<BatchRecord> records;
    private final LaneCompression lanes;
    private final Map<Integer, int[]> sharesByGroup = new ConcurrentHashMap<>();
    private final Map<Grouping, Double> meansOfAll = new ConcurrentHashMap<>();
    private int @Nullable [] encodedBytes;

    /** For records where adjacent ones go into the same batch. */
    public FewForAll(List<BatchRecord> records) {
        this(records, place -> 0);
    }

    /**
     * @param laneAt maps the index of a record to its lane: records in the same lane go into the same batch if they are
     *     close to each other
     */
    public FewForAll(List<BatchRecord> records, IntUnaryOperator laneAt) {
        this.records = records;
        this.lanes = new LaneCompression(records, laneAt);
    }

    /**
     * How all records compare with a part of them.
     *
     * @param encodedBytes mean uncompressed bytes per record, of all records divided by that of the part
     * @param compressedBytes mean compressed bytes per record in a batch, of all records divided by that of the part
     */
    public record AllOverPart(double encodedBytes, double compressedBytes) {
        /** For a part that consists of all records. */
        public static final AllOverPart SAME = new AllOverPart(1, 1);
    }

    /**
     * Returns an order; empty if most of the records are wanted, which then keep their original order.
     *
     * @param wanted number of records wanted
     * @param together maximum number of records that go into the same batch; these mostly stay adjacent
     * @param begin from 0 (inclusive) to 1 (exclusive); each value gives a different order
     */
    public Optional<BalancedStretches> order(double wanted, double together, double begin) {
        return BalancedStretches.areFew(wanted, records.size())
                ? BalancedStretches.of(sizes(together), wanted, together, begin)
                : Optional.empty();
    }

    /** Uncompressed bytes of all records, including framing. */
    public long encodedBytes() {
        return Arrays.stream(encoded()).asLongStream().sum();
    }

    /**
     * Returns how all records differ from those of a part of an order. This includes that a batch across two stretches
     * contains records of both, which compress worse than adjacent ones.
     *
     * @param codec codec whose fastest level is used
     * @param order an order returned by this object
     * @param from first index in the order
     * @param to index after the last one; beyond the number of records the order repeats
     * @param together number of records that go into the same batch
     */
    public AllOverPart allOver(CodecType codec, BalancedStretches order, long from, long to, double together) {
        Grouping grouping = Grouping.of(codec, together);
        int group = grouping.records();
        long end = from + (to - from) / group * group;
        int part = (int) Math.min(end - from, records.size());
        if (part / group < MIN_GROUPS) {
            return AllOverPart.SAME;
        }
        IntUnaryOperator placeAt = i -> order.recordAt((int) ((from + i) % records.size()));
        double sizes = mean(encoded(), i -> i, records.size()) / mean(encoded(), placeAt, part);
        return codec == CodecType.NONE
                ? new AllOverPart(sizes, sizes)
                : new AllOverPart(sizes, meanOfAll(grouping) / lanes.meanBytes(codec, placeAt, part, group));
    }

    private double meanOfAll(Grouping grouping) {
        return meansOfAll.computeIfAbsent(
                grouping, how -> lanes.meanBytes(how.codec(), i -> i, records.size(), how.records()));
    }

    private static double mean(int[] sizes, IntUnaryOperator placeAt, int count) {
        return IntStream.range(0, count)
                        .map(placeAt)
                        .mapToLong(place -> sizes[place])
                        .sum()
                / (double) count;
    }

    private List<int[]> sizes(double together) {
        return List.of(
                encoded(), shares(1), shares(Integer.highestOneBit((int) Math.max(1, Math.min(1 << 30, together)))));
    }

    /**
     * The number of consecutive records that are compressed together, rounded so that settings with similar batch sizes
     * share results.
     */
    private record Grouping(CodecType codec, int records) {
        static Grouping of(CodecType codec, double records) {
            double within = Math.max(1, Math.min(1 << 30, records));
            double steps = Math.rint(STEPS_PER_DOUBLING * Math.log(within) / Math.log(2));
            return new Grouping(codec, (int) Math.rint(Math.pow(2, steps / STEPS_PER_DOUBLING)));
        }
    }

    /** Each record's share of the LZ4-compressed size of its group, in fractions of a byte. */
    private int[] shares(int group) {
        return sharesByGroup.computeIfAbsent(group, size -> {
            int[] parts = new int[records.size()];
            lanes.compress(CodecType.LZ4, size, (numbers, count, bytes) -> {
                int share = (int) Math.rint((double) PARTS_OF_A_BYTE * bytes / count);
                for (int i = 0; i < count; i++) {
                    parts[numbers[i]] = share;
                }
            });
            return parts;
        });
    }

    private synchronized int[] encoded() {
        if (encodedBytes == null) {
            encodedBytes = records.stream()
                    .mapToInt(record -> RecordFormatV2.encodedBytes(record, 0, 0))
                    .toArray();
        }
        return encodedBytes;
    }
}
