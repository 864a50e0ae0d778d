package dev.squeeze.kit.format;

import java.util.Arrays;
import java.util.Optional;

/**
 * Divides a stream of records into batches of a nominal size: records are added as long as their encoded bytes, without
 * the batch header, do not exceed it. A larger record gets its own batch. Every record goes into exactly one batch, in
 * order; the last batch of a stream may be smaller.
 */
public final class BatchCutter {
    private final int nominalBytes;
    private byte[] buffer;
    private long baseTimestampMillis;
    private long firstRecord;
    private int records;
    private int filledBytes;

    /** @param nominalBytes uncompressed bytes of records in a batch, positive */
    public BatchCutter(int nominalBytes) {
        if (nominalBytes < 1) {
            throw new IllegalArgumentException("a batch needs at least one byte, got " + nominalBytes);
        }
        this.nominalBytes = nominalBytes;
        this.buffer = new byte[Math.min(nominalBytes, 1 << 16)];
    }

    /**
     * Whether the next record needs a new batch. If so, {@link #take()} or {@link #drop()} the open one before adding
     * it.
     */
    public boolean isFullFor(BatchRecord record) {
        return records > 0
                && filledBytes
                                + (long) RecordFormatV2.encodedBytes(
                                        record, records, record.timestampMillis() - baseTimestampMillis)
                        > nominalBytes;
    }

    /** Adds a record to the open batch, whether it fits or not. */
    public void add(BatchRecord record) {
        if (records == 0) {
            baseTimestampMillis = record.timestampMillis();
        }
        long delta = record.timestampMillis() - baseTimestampMillis;
        int needed = Math.addExact(filledBytes, RecordFormatV2.encodedBytes(record, records, delta));
        if (needed > buffer.length) {
            buffer = Arrays.copyOf(
                    buffer, (int) Math.min(Integer.MAX_VALUE - 16L, Math.max(needed, 2L * buffer.length)));
        }
        filledBytes = RecordFormatV2.encode(record, records, delta, buffer, filledBytes);
        records++;
    }

    /** Encoded bytes of the records in the open batch. */
    public int filledBytes() {
        return filledBytes;
    }

    /** Records in the open batch. */
    public int records() {
        return records;
    }

    /** Closes the open batch and returns it; empty if it has no records. */
    public Optional<PackedBatch> take() {
        if (records == 0) {
            return Optional.empty();
        }
        PackedBatch batch =
                new PackedBatch(Arrays.copyOf(buffer, filledBytes), records, baseTimestampMillis, firstRecord);
        drop();
        return Optional.of(batch);
    }

    /** Closes the open batch and discards it. */
    public void drop() {
        firstRecord += records;
        records = 0;
        filledBytes = 0;
    }
}
