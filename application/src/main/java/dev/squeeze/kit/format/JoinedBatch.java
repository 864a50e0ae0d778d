package dev.squeeze.kit.format;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The records of one batch, or of neighbours in one log, uncompressed, with what the header of the batch says that they will
 * be in. Records keep offset, timestamp, key, value and headers; of a single batch the bytes stay as they are, and where
 * batches are joined only the two deltas of each record are written again.
 *
 * <p>One instance serves one thread, and is filled again and again.
 */
public final class JoinedBatch {
    private static final int MAX_VARINT_BYTES = 10;

    private byte[] records = new byte[1 << 16];
    private int used;
    private int batches;
    private long baseOffset;
    private long lastOffset;
    private int leaderEpoch;
    private short attributes;
    private long baseTimestampMillis;
    private long maxTimestampMillis;
    private long producerId;
    private short producerEpoch;
    private int baseSequence;
    private int count;

    /** Starts again with a batch, whatever it is; its records are {@code length} bytes of an array, uncompressed. */
    public void start(BatchHeader header, byte[] from, int offset, int length) {
        used = 0;
        batches = 1;
        baseOffset = header.baseOffset();
        lastOffset = header.lastOffset();
        leaderEpoch = header.partitionLeaderEpoch();
        attributes = header.attributes();
        baseTimestampMillis = header.baseTimestampMillis();
        maxTimestampMillis = header.maxTimestampMillis();
        producerId = header.producerId();
        producerEpoch = header.producerEpoch();
        baseSequence = header.baseSequence();
        count = header.recordCount();
        reserve(length);
        System.arraycopy(from, offset, records, 0, length);
        used = length;
    }

    /**
     * Whether batches may ever be joined with others: not where offsets are missing, in transactions, or where the broker
     * keeps something in the header that is not the records' own.
     */
    public static boolean isPlain(BatchHeader header) {
        return !header.isControl()
                && !header.isTransactional()
                && !header.hasDeleteHorizon()
                && header.timestampType() == BatchHeader.TimestampType.CREATE_TIME
                && header.recordCount() > 0
                && header.recordCount() - 1L == header.lastOffsetDelta();
    }

    /** Whether a plain batch goes on where the plain ones so far end, from the same producer under the same leader. */
    public boolean isFollowedBy(BatchHeader next) {
        boolean sameProducer = next.producerId() == producerId
                && next.producerEpoch() == producerEpoch
                && (next.producerId() < 0 || next.baseSequence() == SendableBatch.sequenceAfter(baseSequence, count));
        return sameProducer
                && next.baseOffset() == lastOffset + 1
                && next.partitionLeaderEpoch() == leaderEpoch
                && next.lastOffset() - baseOffset < Integer.MAX_VALUE;
    }

    /**
     * Adds the records of a batch that {@link #isFollowedBy} agreed to.
     *
     * @param from holds {@code length} bytes of its records from {@code offset} on, uncompressed
     * @throws IllegalArgumentException when they are damaged; what was there before stays
     */
    public void add(BatchHeader header, byte[] from, int offset, int length) {
        int before = used;
        try {
            append(new RecordCursor(from, offset, length), header);
        } catch (IndexOutOfBoundsException e) {
            used = before;
            throw new IllegalArgumentException(
                    "the batch at offset " + header.baseOffset() + " has damaged records", e);
        }
        batches++;
        lastOffset = header.lastOffset();
        maxTimestampMillis = Math.max(maxTimestampMillis, header.maxTimestampMillis());
        count += header.recordCount();
    }

    private void append(RecordCursor from, BatchHeader header) {
        long offsetShift = header.baseOffset() - baseOffset;
        long timeShift = header.baseTimestampMillis() - baseTimestampMillis;
        for (int i = 0; i < header.recordCount(); i++) {
            from.next();
            // A damaged record would take the records of its neighbours with it: consumers stop at a batch's first one.
            from.requireWholeFields();
            if (from.offsetDelta() != i) {
                throw new IndexOutOfBoundsException("a record is not at its place");
            }
            long timestampDelta = from.timestampDelta() + timeShift;
            long offsetDelta = from.offsetDelta() + offsetShift;
            int rest = from.restBytes();
            int body =
                    1 + RecordFormatV2.varlongBytes(timestampDelta) + RecordFormatV2.varlongBytes(offsetDelta) + rest;
            reserve(Math.addExact(body, MAX_VARINT_BYTES));
            used = RecordFormatV2.putVarlong(records, used, body);
            records[used++] = from.attributes();
            used = RecordFormatV2.putVarlong(records, used, timestampDelta);
            used = RecordFormatV2.putVarlong(records, used, offsetDelta);
            System.arraycopy(from.array(), from.restAt(), records, used, rest);
            used += rest;
        }
        from.requireEnd();
    }

    /** Whether the records so far are whole, in order and as many as the headers said; a lone batch may be anything. */
    public boolean isSound() {
        try {
            RecordCursor all = new RecordCursor(records, 0, used);
            for (int i = 0; i < count; i++) {
                all.next();
                all.requireWholeFields();
                if (all.offsetDelta() != i) {
                    return false;
                }
            }
            all.requireEnd();
            return true;
        } catch (IndexOutOfBoundsException e) {
            return false;
        }
    }

    /**
     * Whether the records from a place on are those of a batch: offset, timestamp, attributes, and all bytes behind them.
     * Both are read as stored, whatever wrote them.
     *
     * @param at where the first of them begins in {@link #records()}
     * @param from holds {@code length} bytes of the batch's records from {@code offset} on
     */
    public boolean endsWith(int at, BatchHeader header, byte[] from, int offset, int length) {
        try {
            RecordCursor made = new RecordCursor(records, at, used - at);
            RecordCursor was = new RecordCursor(from, offset, length);
            for (int i = 0; i < header.recordCount(); i++) {
                made.next();
                was.next();
                boolean same = baseOffset + made.offsetDelta() == header.baseOffset() + was.offsetDelta()
                        && baseTimestampMillis + made.timestampDelta()
                                == header.baseTimestampMillis() + was.timestampDelta()
                        && made.attributes() == was.attributes()
                        && made.sameRest(was);
                if (!same) {
                    return false;
                }
            }
            made.requireEnd();
            was.requireEnd();
            return true;
        } catch (IndexOutOfBoundsException e) {
            return false;
        }
    }

    private void reserve(int more) {
        if (records.length - used < more) {
            records = Arrays.copyOf(records, Math.max(Math.addExact(used, more), 2 * records.length));
        }
    }

    /** Holds {@link #recordBytes()} bytes of records from 0 on; replaced as it grows. */
    public byte[] records() {
        return records;
    }

    public int recordBytes() {
        return used;
    }

    /** Batches whose records these are. */
    public int batches() {
        return batches;
    }

    public long baseOffset() {
        return baseOffset;
    }

    /**
     * Writes the header, CRC and all.
     *
     * @param batch from its position to its limit, records in their place behind the header; both stay
     * @param codec with which they were compressed
     */
    public void writeHeader(ByteBuffer batch, CodecType codec) {
        int at = batch.position();
        batch.putLong(at, baseOffset);
        batch.putInt(at + BatchHeader.LENGTH_AT, batch.remaining() - BatchHeader.PREFIX_BYTES);
        batch.putInt(at + BatchHeader.LEADER_EPOCH_AT, leaderEpoch);
        batch.put(at + BatchHeader.MAGIC_AT, BatchHeader.MAGIC_V2);
        batch.putShort(at + BatchHeader.ATTRIBUTES_AT, (short) (attributes & ~BatchHeader.CODEC_MASK | codec.id()));
        batch.putInt(at + BatchHeader.LAST_OFFSET_DELTA_AT, Math.toIntExact(lastOffset - baseOffset));
        batch.putLong(at + BatchHeader.BASE_TIMESTAMP_AT, baseTimestampMillis);
        batch.putLong(at + BatchHeader.MAX_TIMESTAMP_AT, maxTimestampMillis);
        batch.putLong(at + BatchHeader.PRODUCER_ID_AT, producerId);
        batch.putShort(at + BatchHeader.PRODUCER_EPOCH_AT, producerEpoch);
        batch.putInt(at + BatchHeader.BASE_SEQUENCE_AT, baseSequence);
        batch.putInt(at + BatchHeader.RECORDS_AT, count);
        batch.putInt(at + BatchHeader.CRC_AT, (int) SendableBatch.computedCrc(batch));
    }
}
