package dev.squeeze.feature.recompress;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** The result of a run of batches, in order and without gaps; reused for another run after it was written. */
public final class RewrittenBatches {
    private static final int FIRST_BYTES = 1 << 20;
    /** Arrays larger than this are not kept for the next run. */
    private static final int MAX_REUSED_BYTES = 32 << 20;

    private byte[] bytes = new byte[FIRST_BYTES];
    private int used;
    long sourceBatches;
    long batches;
    long records;
    long unreadable;
    long kept;
    /** Kept batches that are too large to be decompressed. */
    long oversized;

    void clear() {
        if (bytes.length > MAX_REUSED_BYTES) {
            bytes = new byte[FIRST_BYTES];
        }
        used = 0;
        sourceBatches = 0;
        batches = 0;
        records = 0;
        unreadable = 0;
        kept = 0;
        oversized = 0;
    }

    /** Adds a rewritten batch. */
    void add(byte[] batch, int length) {
        reserve(length);
        System.arraycopy(batch, 0, bytes, used, length);
        used += length;
        batches++;
    }

    /** Adds an unchanged batch. */
    void keep(ByteBuffer batch) {
        int length = batch.remaining();
        reserve(length);
        batch.get(batch.position(), bytes, used, length);
        used += length;
        batches++;
        kept++;
    }

    private void reserve(int more) {
        if (bytes.length - used < more) {
            long doubled = Math.min(Integer.MAX_VALUE - 16L, 2L * bytes.length);
            bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(used, more), (int) doubled));
        }
    }

    public ByteBuffer written() {
        return ByteBuffer.wrap(bytes, 0, used);
    }

    /** The memory that it uses. */
    long footprintBytes() {
        return bytes.length;
    }
}
