package dev.squeeze.kit.format;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The uncompressed records of one batch, or of adjacent batches in a log, with the header fields of the batch that they
 * will form. Records keep offset, timestamp, key, value and headers. The bytes of a single batch stay as they are; when
 * batches are joined, only the two deltas of each record are rewritten.
 *
 * <p>Not thread-safe; reusable.
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

    /** Starts over with a batch of any kind, given its uncompressed records in {@code length} bytes of an array. */
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
     * Whether a batch may be joined with others at all: not if offsets are missing, in transactions, or if the broker
     * has stored something in the header that does not come from the records.
     */
    public static boolean isPlain(BatchHeader header) {
        return !header.isControl()
                && !header.isTransactional()
                && !header.hasDeleteHorizon()
                && header.timestampType() == BatchHeader.TimestampType.CREATE_TIME
                && header.recordCount() > 0
                && header.recordCount() - 1L == header.lastOffsetDelta();
    }

    /**
     * Whether a plain batch continues exactly where the plain batches so far end, from the same producer and with the
     * same leader epoch.
     */
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
     * Adds the records of a batch for which {@link #isFollowedBy} is true.
     *
     * @param from array with its uncompressed records: {@code length} bytes at {@code offset}
     * @throws IllegalArgumentException if they are damaged; the records added before are kept
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
            // Consumers stop at the first damaged record of a batch, so it would make the records of the other batches
            // unreadable, too.
            from.requireWholeFields();
            if (from.offsetDelta() != i) {
                throw new IndexOutOfBoundsException("a record has an unexpected offset");
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

    /**
     * Whether the records so far are complete, in order and as many as the headers claim; a single batch has not been
     * checked before.
     */
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
     * Whether the records from a position to the end equal those of a batch in offset, timestamp, attributes, and all
     * bytes that follow. Reads both sides as stored.
     *
     * @param at where the first of these records starts in {@link #records()}
     * @param from array with the batch's records: {@code length} bytes at {@code offset}
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

    /** The array with {@link #recordBytes()} bytes of records, starting at index 0; replaced when it grows. */
    public byte[] records() {
        return records;
    }

    public int recordBytes() {
        return used;
    }

    /** Number of batches that these records are from. */
    public int batches() {
        return batches;
    }

    public long baseOffset() {
        return baseOffset;
    }

    /**
     * Writes the header, including the CRC.
     *
     * @param batch the batch from position to limit, with the records already in place after the header; position and
     *     limit do not change
     * @param codec the codec with which the records were compressed
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
