package dev.squeeze.kit.format;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The uncompressed records of one or more stored batches, to be written as a new batch of another topic: with the keys,
 * values, headers and timestamps that consumers read, and consecutive new offsets, since brokers accept no gaps. The
 * bytes of a first batch without gaps stay as they are; otherwise only the two deltas of each record are rewritten.
 *
 * <p>Not thread-safe; reusable.
 */
public final class NewBatch {
    private static final int MAX_VARINT_BYTES = 10;
    private static final int FIRST_BYTES = 1 << 16;

    private byte[] records;
    private int used;
    private int count;
    private long baseTimestampMillis;
    private long maxTimestampMillis;

    public NewBatch() {
        this(FIRST_BYTES);
    }

    /**
     * @param bytes initial capacity for records, which may be small as thousands of small batches may be in memory at a
     *     time
     */
    public NewBatch(int bytes) {
        records = new byte[bytes];
    }

    /** Removes all records. */
    public void clear() {
        used = 0;
        count = 0;
    }

    /**
     * Adds records of a batch.
     *
     * @param header header of the stored batch
     * @param recordBytes its uncompressed records; position and limit do not change
     * @param fromOffset records before this offset are left out
     * @throws IllegalArgumentException if they are damaged; the records added before are kept
     */
    public void add(BatchHeader header, ByteBuffer recordBytes, long fromOffset) {
        add(header, recordBytes, fromOffset, header.lastOffset());
    }

    /**
     * Adds records of a batch up to a last offset.
     *
     * @param lastOffset records after this offset are left out
     */
    public void add(BatchHeader header, ByteBuffer recordBytes, long fromOffset, long lastOffset) {
        boolean whole = fromOffset <= header.baseOffset()
                && lastOffset >= header.lastOffset()
                && header.recordCount() - 1L == header.lastOffsetDelta();
        boolean ownTimes = header.timestampType() == BatchHeader.TimestampType.CREATE_TIME;
        if (count == 0) {
            baseTimestampMillis = header.baseTimestampMillis();
            maxTimestampMillis = Long.MIN_VALUE;
        }
        if (count == 0 && whole && ownTimes) {
            int length = recordBytes.remaining();
            reserve(length);
            recordBytes.duplicate().get(records, 0, length);
            used = length;
            count = header.recordCount();
            maxTimestampMillis = header.maxTimestampMillis();
            return;
        }
        int usedBefore = used;
        int countBefore = count;
        long maxBefore = maxTimestampMillis;
        try {
            transcribe(cursor(recordBytes), header, fromOffset, lastOffset, ownTimes);
        } catch (IndexOutOfBoundsException | ArithmeticException e) {
            used = usedBefore;
            count = countBefore;
            maxTimestampMillis = maxBefore;
            throw new IllegalArgumentException(
                    "the batch at offset " + header.baseOffset() + " has damaged records", e);
        }
    }

    private static RecordCursor cursor(ByteBuffer recordBytes) {
        int length = recordBytes.remaining();
        if (recordBytes.hasArray()) {
            return new RecordCursor(recordBytes.array(), recordBytes.arrayOffset() + recordBytes.position(), length);
        }
        byte[] bytes = new byte[length];
        recordBytes.duplicate().get(bytes);
        return new RecordCursor(bytes, 0, length);
    }

    private void transcribe(RecordCursor from, BatchHeader header, long fromOffset, long lastOffset, boolean ownTimes) {
        for (int i = 0; i < header.recordCount(); i++) {
            from.next();
            long offset = header.baseOffset() + from.offsetDelta();
            if (offset >= fromOffset && offset <= lastOffset) {
                long timestamp = header.baseTimestampMillis() + from.timestampDelta();
                put(from, ownTimes ? timestamp : header.maxTimestampMillis());
            }
        }
        from.requireEnd();
    }

    private void put(RecordCursor from, long timestampMillis) {
        if (count == 0) {
            // Records left out before it may be years older, so deltas stay small only relative to the first record
            // added.
            baseTimestampMillis = timestampMillis;
        }
        long delta = timestampMillis - baseTimestampMillis;
        int rest = from.restBytes();
        int body = 1 + RecordFormatV2.varlongBytes(delta) + RecordFormatV2.varlongBytes(count) + rest;
        reserve(Math.addExact(body, MAX_VARINT_BYTES));
        used = RecordFormatV2.putVarlong(records, used, body);
        records[used++] = from.attributes();
        used = RecordFormatV2.putVarlong(records, used, delta);
        used = RecordFormatV2.putVarlong(records, used, count);
        System.arraycopy(from.array(), from.restAt(), records, used, rest);
        used += rest;
        count++;
        maxTimestampMillis = Math.max(maxTimestampMillis, timestampMillis);
    }

    /**
     * The records from index {@code from} (inclusive) to {@code to} (exclusive), as a separate batch.
     *
     * @throws IllegalArgumentException if there are no such records, or they are damaged
     */
    public NewBatch part(int from, int to) {
        if (from < 0 || to > count || from >= to) {
            throw new IllegalArgumentException("no records " + from + " to " + to + " of " + count);
        }
        NewBatch part = new NewBatch(Math.max(1, used / count * (to - from)));
        part.maxTimestampMillis = Long.MIN_VALUE;
        RecordCursor all = new RecordCursor(records, 0, used);
        try {
            for (int i = 0; i < to; i++) {
                all.next();
                if (i >= from) {
                    part.put(all, baseTimestampMillis + all.timestampDelta());
                }
            }
        } catch (IndexOutOfBoundsException | ArithmeticException e) {
            throw new IllegalArgumentException("damaged records", e);
        }
        return part;
    }

    private void reserve(int more) {
        if (records.length - used < more) {
            int wanted = Math.addExact(used, more);
            records = Arrays.copyOf(records, (int) Math.min(Integer.MAX_VALUE - 8, Math.max(wanted, 2L * used)));
        }
    }

    public boolean isEmpty() {
        return count == 0;
    }

    public int recordCount() {
        return count;
    }

    /** The array with {@link #recordBytes()} bytes of records, starting at index 0; replaced when it grows. */
    public byte[] records() {
        return records;
    }

    public int recordBytes() {
        return used;
    }

    /**
     * Writes the header of a batch without a producer and with base offset 0. Does not write the CRC, which
     * {@link SendableBatch} computes.
     *
     * @param batch the batch from position to limit, with the records already in place after the header; position and
     *     limit do not change
     * @param codec the codec with which the records were compressed
     */
    public void writeHeader(ByteBuffer batch, CodecType codec) {
        int at = batch.position();
        batch.putLong(at, 0);
        batch.putInt(at + BatchHeader.LENGTH_AT, batch.remaining() - BatchHeader.PREFIX_BYTES);
        batch.putInt(at + BatchHeader.LEADER_EPOCH_AT, -1);
        batch.put(at + BatchHeader.MAGIC_AT, BatchHeader.MAGIC_V2);
        batch.putShort(at + BatchHeader.ATTRIBUTES_AT, (short) codec.id());
        batch.putInt(at + BatchHeader.LAST_OFFSET_DELTA_AT, count - 1);
        batch.putLong(at + BatchHeader.BASE_TIMESTAMP_AT, baseTimestampMillis);
        batch.putLong(at + BatchHeader.MAX_TIMESTAMP_AT, maxTimestampMillis);
        batch.putLong(at + BatchHeader.PRODUCER_ID_AT, -1);
        batch.putShort(at + BatchHeader.PRODUCER_EPOCH_AT, (short) -1);
        batch.putInt(at + BatchHeader.BASE_SEQUENCE_AT, -1);
        batch.putInt(at + BatchHeader.RECORDS_AT, count);
    }
}
