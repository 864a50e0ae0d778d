package dev.squeeze.kit.format;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Records of one or more stored batches, uncompressed, on their way into a new batch of another topic: keys, values, headers
 * and timestamps as consumers read them, and new offsets one after the other, since brokers take no gaps. Of a batch without
 * gaps that comes first the bytes stay as they are; else only the two deltas of each record are written again.
 *
 * <p>One instance serves one thread, and is filled again and again.
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

    /** @param bytes of records that there is room for at first; thousands of small batches are held at a time */
    public NewBatch(int bytes) {
        records = new byte[bytes];
    }

    /** Drops what was added. */
    public void clear() {
        used = 0;
        count = 0;
    }

    /**
     * Adds records of a batch.
     *
     * @param header of the batch as it is stored
     * @param recordBytes its records, uncompressed; position and limit stay
     * @param fromOffset records before this one are left out
     * @throws IllegalArgumentException when they are damaged; what was there before stays
     */
    public void add(BatchHeader header, ByteBuffer recordBytes, long fromOffset) {
        add(header, recordBytes, fromOffset, header.lastOffset());
    }

    /**
     * The same.
     *
     * @param lastOffset records after this one are left out
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
            // Records left out before it may be years older: deltas stay small only from the first one that is here.
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
     * The records from one to before another, counted from 0, as a batch of their own.
     *
     * @throws IllegalArgumentException when there are no such records, or they are damaged
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

    /** Holds {@link #recordBytes()} bytes of records from 0 on; replaced as it grows. */
    public byte[] records() {
        return records;
    }

    public int recordBytes() {
        return used;
    }

    /**
     * Writes the header of a batch of no producer with base offset 0, without its CRC, which {@link SendableBatch} computes.
     *
     * @param batch from its position to its limit, records in their place behind the header; both stay
     * @param codec with which they were compressed
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
