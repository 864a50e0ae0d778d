package dev.squeeze.kit.format;

import dev.squeeze.kit.stats.BalancedStretches;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import net.jpountz.lz4.LZ4Compressor;
import org.jspecify.annotations.Nullable;

/**
 * Orders of records in which few of them stand for all: in how long they are, and in how far they compress, each by itself and
 * together with its neighbours. A log in which one record in a hundred is a long and repetitive one has most of its compression
 * there, and a trial of five hundred records that are only as long as all on average shows half of it.
 */
public final class FewForAll {
    private static final int MAX_GROUP_BYTES = 1 << 20;

    private final List<BatchRecord> records;
    private final Map<Integer, int[]> compressedBytes = new ConcurrentHashMap<>();
    private int @Nullable [] encodedBytes;

    public FewForAll(List<BatchRecord> records) {
        this.records = records;
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

    private List<int[]> sizes(double together) {
        return List.of(encoded(), compressed(1), compressed(powerOfTwo(together)));
    }

    /** What repeats shows in groups of about the right size. */
    private static int powerOfTwo(double together) {
        return Integer.highestOneBit((int) Math.max(1, Math.min(1 << 30, together)));
    }

    private synchronized int[] encoded() {
        if (encodedBytes == null) {
            encodedBytes = records.stream()
                    .mapToInt(record -> RecordFormatV2.encodedBytes(record, 0, 0))
                    .toArray();
        }
        return encodedBytes;
    }

    private int[] compressed(int group) {
        return compressedBytes.computeIfAbsent(group, this::compressedBytes);
    }

    /** By the quickest codec, since this only has to show what is repetitive; a group's bytes are its records' in equal shares. */
    private int[] compressedBytes(int group) {
        LZ4Compressor compressor = Lz4Compressors.of(CodecType.LZ4.defaultLevel());
        int[] bytes = new int[records.size()];
        byte[] plain = new byte[0];
        byte[] target = new byte[0];
        for (int first = 0; first < bytes.length; ) {
            int end = first;
            int length = 0;
            while (end < bytes.length && end - first < group && (end == first || length < MAX_GROUP_BYTES)) {
                byte[] value = records.get(end++).value();
                if (value != null) {
                    plain = withRoomFor(plain, length + value.length);
                    System.arraycopy(value, 0, plain, length, value.length);
                    length += value.length;
                }
            }
            target = withRoomFor(target, compressor.maxCompressedLength(length));
            int compressed = compressor.compress(plain, 0, length, target, 0, target.length);
            Arrays.fill(bytes, first, end, compressed / (end - first));
            first = end;
        }
        return bytes;
    }

    private static byte[] withRoomFor(byte[] bytes, int length) {
        return bytes.length >= length ? bytes : Arrays.copyOf(bytes, Math.max(length, 2 * bytes.length));
    }
}
