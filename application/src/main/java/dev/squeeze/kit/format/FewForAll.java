package dev.squeeze.kit.format;

import dev.squeeze.kit.stats.BalancedStretches;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
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
    /** Of records that are compressed together. */
    private static final int MAX_LANE_BYTES = 1 << 20;

    /** Of compressed bytes are counted, so that a record's share of its batch has no large rounding. */
    private static final int PARTS_OF_A_BYTE = 64;

    private static final int QUICKEST_LEVEL = 1;

    /** Of the sizes of groups. */
    private static final double STEPS_PER_DOUBLING = 2;

    /** Of fewer groups of records the last of a stretch are too large a part. */
    private static final int MIN_GROUPS = 2;

    private final List<BatchRecord> records;
    private final IntUnaryOperator laneAt;
    private final Map<Grouping, int[]> compressed = new ConcurrentHashMap<>();
    private int @Nullable [] encodedBytes;
    private int @Nullable [] lanes;

    /** Of records whose neighbours come into the same batch. */
    public FewForAll(List<BatchRecord> records) {
        this(records, place -> 0);
    }

    /** @param laneAt of the place of a record, a number that those have in common which come into the same batch when they are near */
    public FewForAll(List<BatchRecord> records, IntUnaryOperator laneAt) {
        this.records = records;
        this.laneAt = laneAt;
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
        if (part < MIN_GROUPS * group) {
            return AllOverPart.SAME;
        }
        IntUnaryOperator placeAt = i -> order.recordAt((int) ((from + i) % records.size()));
        return new AllOverPart(
                mean(encoded(), i -> i, records.size()) / mean(encoded(), placeAt, part),
                mean(compressed(grouping), i -> i, records.size())
                        / mean(compressedBytes(placeAt, part, grouping), i -> i, part));
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
                encoded(), compressed(Grouping.of(CodecType.LZ4, 1)), compressed(Grouping.of(CodecType.LZ4, together)));
    }

    /**
     * How records are compressed together.
     *
     * @param records in a row, whose lanes are compressed each by itself; one of few numbers, so that settings with about as large batches
     *     share what was found out
     */
    private record Grouping(CodecType codec, int records) {
        static Grouping of(CodecType codec, double records) {
            double within = Math.max(1, Math.min(1 << 30, records));
            double steps = Math.rint(STEPS_PER_DOUBLING * Math.log(within) / Math.log(2));
            return new Grouping(codec, (int) Math.rint(Math.pow(2, steps / STEPS_PER_DOUBLING)));
        }

        /** The quickest level, since this only has to show what is repetitive. */
        FramedCodec open() {
            boolean defaultIsQuickest = codec == CodecType.LZ4 || !codec.hasLevels();
            return FramedCodec.open(new Codec(codec, defaultIsQuickest ? codec.defaultLevel() : QUICKEST_LEVEL));
        }
    }

    private synchronized int[] encoded() {
        if (encodedBytes == null) {
            encodedBytes = records.stream()
                    .mapToInt(record -> RecordFormatV2.encodedBytes(record, 0, 0))
                    .toArray();
        }
        return encodedBytes;
    }

    private synchronized int[] lanes() {
        if (lanes == null) {
            lanes = IntStream.range(0, records.size()).map(laneAt).toArray();
        }
        return lanes;
    }

    private int[] compressed(Grouping grouping) {
        return compressed.computeIfAbsent(grouping, how -> compressedBytes(place -> place, records.size(), how));
    }

    /**
     * Of each record its share of what is left of those that it is compressed with, in parts of a byte: records of the same lane among
     * so many in a row.
     */
    private int[] compressedBytes(IntUnaryOperator placeAt, int count, Grouping grouping) {
        int[] laneAt = lanes();
        int[] parts = new int[count];
        Map<Integer, Lane> all = new HashMap<>();
        List<Lane> open = new ArrayList<>();
        try (FramedCodec codec = grouping.open()) {
            for (int first = 0; first < count; first += grouping.records()) {
                int end = Math.min(count, first + grouping.records());
                for (int i = first; i < end; i++) {
                    int place = placeAt.applyAsInt(i);
                    Lane lane = all.computeIfAbsent(
                            grouping.records() == 1 ? 0 : laneAt[place], number -> new Lane(codec, parts));
                    if (lane.isEmpty()) {
                        open.add(lane);
                    }
                    lane.add(i, records.get(place).value());
                }
                open.forEach(Lane::close);
                open.clear();
            }
        }
        return parts;
    }

    /** Records that come into the same batch. */
    private static final class Lane {
        private final FramedCodec codec;
        private final int[] parts;
        private byte[] plain = new byte[0];
        private byte[] target = new byte[0];
        private int[] numbers = new int[8];
        private int count;
        private int length;

        /** @param parts of all records, to be set of those of the lane */
        Lane(FramedCodec codec, int[] parts) {
            this.codec = codec;
            this.parts = parts;
        }

        boolean isEmpty() {
            return count == 0;
        }

        void add(int number, byte @Nullable [] value) {
            if (count == numbers.length) {
                numbers = Arrays.copyOf(numbers, 2 * count);
            }
            numbers[count++] = number;
            if (value != null) {
                plain = withRoomFor(plain, length + value.length);
                System.arraycopy(value, 0, plain, length, value.length);
                length += value.length;
            }
            if (length >= MAX_LANE_BYTES) {
                close();
            }
        }

        void close() {
            if (isEmpty()) {
                return;
            }
            target = withRoomFor(target, codec.maxFramedLength(length));
            double compressed = codec.frame(plain, 0, length, target, 0);
            for (int i = 0; i < count; i++) {
                parts[numbers[i]] = (int) Math.rint(PARTS_OF_A_BYTE * compressed / count);
            }
            count = 0;
            length = 0;
        }

        private static byte[] withRoomFor(byte[] bytes, int length) {
            return bytes.length >= length ? bytes : Arrays.copyOf(bytes, Math.max(length, 2 * bytes.length));
        }
    }
}
