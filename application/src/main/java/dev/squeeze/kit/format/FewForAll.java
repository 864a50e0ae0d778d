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
 * Orders of records in which few of them stand for all: in how long they are, and in how far they compress, each by itself and
 * together with those that come into the same batch. A log in which one record in a hundred is a long and repetitive one has most of
 * its compression there, and a trial of five hundred records that are only as long as all on average shows half of it. What such a
 * part differs from all in nevertheless is known: {@link #allOver}.
 */
public final class FewForAll {
    /** Of compressed bytes are counted, so that a record's share of its batch has no large rounding. */
    private static final int PARTS_OF_A_BYTE = 64;

    /** Of the sizes of groups. */
    private static final double STEPS_PER_DOUBLING = 2;

    /** Of fewer groups of records the last of a stretch are too large a part. */
    private static final int MIN_GROUPS = 2;

    private final List<BatchRecord> records;
    private final LaneCompression lanes;
    private final Map<Integer, int[]> sharesByGroup = new ConcurrentHashMap<>();
    private final Map<Grouping, Double> meansOfAll = new ConcurrentHashMap<>();
    private int @Nullable [] encodedBytes;

    /** Of records whose neighbours come into the same batch. */
    public FewForAll(List<BatchRecord> records) {
        this(records, place -> 0);
    }

    /** @param laneAt of the place of a record, a number that those have in common which come into the same batch when they are near */
    public FewForAll(List<BatchRecord> records, IntUnaryOperator laneAt) {
        this.records = records;
        this.lanes = new LaneCompression(records, laneAt);
    }

    /**
     * What all records have over a part of them.
     *
     * @param encodedBytes mean uncompressed bytes of a record of all, over that of the part
     * @param compressedBytes the same of what a codec leaves of it in a batch
     */
    public record AllOverPart(double encodedBytes, double compressedBytes) {
        /** Of a part that is all. */
        public static final AllOverPart SAME = new AllOverPart(1, 1);
    }

    /**
     * An order; empty where most of the records are wanted, which then keep their own.
     *
     * @param wanted records
     * @param together records that come into the same batches, at most; they stay neighbours for the most part
     * @param begin from 0 to below 1: another order for each
     */
    public Optional<BalancedStretches> order(double wanted, double together, double begin) {
        return BalancedStretches.areFew(wanted, records.size())
                ? BalancedStretches.of(sizes(together), wanted, together, begin)
                : Optional.empty();
    }

    /** Uncompressed bytes of all records, framing included. */
    public long encodedBytes() {
        return Arrays.stream(encoded()).asLongStream().sum();
    }

    /**
     * How all records differ from those of a part of an order. Where stretches of it meet, a batch holds records of both, which
     * compress worse than neighbours do: that is in it as well.
     *
     * @param codec whose quickest level is asked
     * @param order of this object
     * @param from first place of the order
     * @param to behind its last place; beyond the number of records the order begins again
     * @param together records that come into the same batches
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

    /** How many records in a row are compressed together; one of few numbers, so that settings with about as large batches share it. */
    private record Grouping(CodecType codec, int records) {
        static Grouping of(CodecType codec, double records) {
            double within = Math.max(1, Math.min(1 << 30, records));
            double steps = Math.rint(STEPS_PER_DOUBLING * Math.log(within) / Math.log(2));
            return new Grouping(codec, (int) Math.rint(Math.pow(2, steps / STEPS_PER_DOUBLING)));
        }
    }

    /** Of each record its share of what LZ4 leaves of those that it is compressed with, in parts of a byte. */
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
