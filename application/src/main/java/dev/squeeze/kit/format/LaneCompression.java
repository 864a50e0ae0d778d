package dev.squeeze.kit.format;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The compressed size of records if those that go into the same batch are compressed together: among a number of
 * consecutive records, those in the same lane. Uses the codec's fastest level, since this only has to find repetitive
 * records.
 */
final class LaneCompression {
    /** Maximum bytes of records that are compressed together. */
    private static final int MAX_LANE_BYTES = 1 << 20;

    private static final int QUICKEST_LEVEL = 1;

    private final List<BatchRecord> records;
    private final IntUnaryOperator laneAt;
    private int @Nullable [] lanes;

    /**
     * @param laneAt maps the index of a record to its lane: records in the same lane go into the same batch if they are
     *     close to each other
     */
    LaneCompression(List<BatchRecord> records, IntUnaryOperator laneAt) {
        this.records = records;
        this.laneAt = laneAt;
    }

    /**
     * Receives records that were compressed together: their numbers, their count, and their compressed size in bytes.
     */
    @FunctionalInterface
    interface Compressed {
        void accept(int[] numbers, int count, int bytes);
    }

    /**
     * Mean compressed bytes per record.
     *
     * @param placeAt maps a record's number, from 0, to its index
     * @param count number of records
     * @param group number of consecutive records per group
     */
    double meanBytes(CodecType codec, IntUnaryOperator placeAt, int count, int group) {
        long[] total = {0};
        compress(codec, placeAt, count, group, (numbers, together, bytes) -> total[0] += bytes);
        return (double) total[0] / count;
    }

    /** Compresses all records in their original order. */
    void compress(CodecType codec, int group, Compressed compressed) {
        compress(codec, place -> place, records.size(), group, compressed);
    }

    private void compress(CodecType codec, IntUnaryOperator placeAt, int count, int group, Compressed compressed) {
        int[] laneOf = lanes();
        Map<Integer, Lane> all = new HashMap<>();
        List<Lane> open = new ArrayList<>();
        try (FramedCodec framed = open(codec)) {
            for (int first = 0; first < count; first += group) {
                int end = Math.min(count, first + group);
                for (int i = first; i < end; i++) {
                    int place = placeAt.applyAsInt(i);
                    Lane lane =
                            all.computeIfAbsent(group == 1 ? 0 : laneOf[place], number -> new Lane(framed, compressed));
                    if (lane.isEmpty()) {
                        open.add(lane);
                    }
                    lane.add(i, records.get(place).value());
                }
                open.forEach(Lane::close);
                open.clear();
            }
        }
    }

    private static FramedCodec open(CodecType codec) {
        boolean defaultIsQuickest = codec == CodecType.LZ4 || !codec.hasLevels();
        return FramedCodec.open(new Codec(codec, defaultIsQuickest ? codec.defaultLevel() : QUICKEST_LEVEL));
    }

    private synchronized int[] lanes() {
        if (lanes == null) {
            lanes = IntStream.range(0, records.size()).map(laneAt).toArray();
        }
        return lanes;
    }

    /** Records that go into the same batch. */
    private static final class Lane {
        private final FramedCodec codec;
        private final Compressed compressed;
        private byte[] plain = new byte[0];
        private byte[] target = new byte[0];
        private int[] numbers = new int[8];
        private int count;
        private int length;

        Lane(FramedCodec codec, Compressed compressed) {
            this.codec = codec;
            this.compressed = compressed;
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
            compressed.accept(numbers, count, codec.frame(plain, 0, length, target, 0));
            count = 0;
            length = 0;
        }

        private static byte[] withRoomFor(byte[] bytes, int length) {
            return bytes.length >= length ? bytes : Arrays.copyOf(bytes, Math.max(length, 2 * bytes.length));
        }
    }
}
