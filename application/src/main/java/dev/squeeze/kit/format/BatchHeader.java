package dev.squeeze.kit.format;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * A view of the 61-byte header of a record batch v2, implemented from the public description of the format. A single
 * instance is moved from batch to batch without allocation, since walks cover gigabytes of batches, so read what you
 * need before it moves on. Fields are not validated here; {@link BatchScanner} passes only headers that are plausible.
 *
 * <p>The producer fields are returned as stored, and are -1 if a batch has no producer; check {@link #hasProducer()}
 * first.
 */
public final class BatchHeader {
    /** Bytes of the base offset and the length, which the length itself does not count. */
    static final int PREFIX_BYTES = 12;

    static final int LENGTH_AT = 8;
    static final int MAGIC_AT = 16;
    static final int CRC_AT = 17;
    /** The first byte that the CRC covers; it covers the batch from here to its end. */
    static final int ATTRIBUTES_AT = 21;

    static final int PRODUCER_ID_AT = 43;
    static final int PRODUCER_EPOCH_AT = 51;
    static final int BASE_SEQUENCE_AT = 53;
    static final byte MAGIC_V2 = 2;
    static final int LOG_APPEND_TIME_BIT = 1 << 3;
    static final int TRANSACTIONAL_BIT = 1 << 4;
    static final int DELETE_HORIZON_BIT = 1 << 6;

    static final int LEADER_EPOCH_AT = 12;
    static final int LAST_OFFSET_DELTA_AT = 23;
    static final int BASE_TIMESTAMP_AT = 27;
    static final int MAX_TIMESTAMP_AT = 35;
    static final int RECORDS_AT = 57;
    static final int CODEC_MASK = 0x07;
    private static final int CONTROL_BIT = 1 << 5;

    /** Codecs by id, created once so that a lookup allocates nothing. */
    private static final List<Optional<CodecType>> CODECS =
            IntStream.rangeClosed(0, CODEC_MASK).mapToObj(CodecType::withId).toList();

    /** Who set the timestamps of a batch. */
    public enum TimestampType {
        CREATE_TIME,
        LOG_APPEND_TIME
    }

    private ByteBuffer buffer = ByteBuffer.allocate(RecordFormatV2.BATCH_HEADER_BYTES);
    private int at;

    /**
     * Moves the view to a batch; the buffer's own position and limit do not change.
     *
     * @param position where the batch starts in the buffer
     * @return this
     * @throws IllegalArgumentException if the header is not within the buffer's limit
     */
    public BatchHeader wrap(ByteBuffer bytes, int position) {
        if (position < 0 || bytes.limit() - position < RecordFormatV2.BATCH_HEADER_BYTES) {
            throw new IllegalArgumentException("no whole batch header of " + RecordFormatV2.BATCH_HEADER_BYTES
                    + " bytes at position " + position + " of " + bytes.limit() + " bytes");
        }
        return moveTo(inNetworkOrder(bytes), position);
    }

    BatchHeader moveTo(ByteBuffer networkOrdered, int position) {
        buffer = networkOrdered;
        at = position;
        return this;
    }

    /** The same bytes in the format's byte order; duplicates the buffer if necessary, but never copies the bytes. */
    static ByteBuffer inNetworkOrder(ByteBuffer bytes) {
        return bytes.order() == ByteOrder.BIG_ENDIAN ? bytes : bytes.duplicate();
    }

    /** Where the batch starts in its buffer. */
    public int position() {
        return at;
    }

    /**
     * The whole batch including its header, as a view of the same bytes.
     *
     * @throws IndexOutOfBoundsException if the buffer ends before the batch does
     */
    public ByteBuffer batch() {
        return buffer.slice(at, Math.toIntExact(sizeBytes()));
    }

    /** Offset of the first record; does not change when compaction removes that record. */
    public long baseOffset() {
        return buffer.getLong(at);
    }

    /**
     * Size of the batch with its header in bytes, compressed as stored. A long, since the stored length may have any
     * value.
     */
    public long sizeBytes() {
        return PREFIX_BYTES + (long) buffer.getInt(at + LENGTH_AT);
    }

    /** Compressed bytes of the records, without the header. */
    public long recordBytes() {
        return sizeBytes() - RecordFormatV2.BATCH_HEADER_BYTES;
    }

    public int partitionLeaderEpoch() {
        return buffer.getInt(at + LEADER_EPOCH_AT);
    }

    /** The format's version: 2 for all that this class can read. */
    public byte magic() {
        return buffer.get(at + MAGIC_AT);
    }

    /** CRC-32C of the bytes from the attributes to the end, unsigned. */
    public long crc() {
        return Integer.toUnsignedLong(buffer.getInt(at + CRC_AT));
    }

    short attributes() {
        return buffer.getShort(at + ATTRIBUTES_AT);
    }

    /** The codec; empty if its id is unknown. */
    public Optional<CodecType> codec() {
        return CODECS.get(codecId());
    }

    /** Bits 0 to 2 of the attributes: a number from 0 to 7. */
    public int codecId() {
        return attributes() & CODEC_MASK;
    }

    public TimestampType timestampType() {
        return has(LOG_APPEND_TIME_BIT) ? TimestampType.LOG_APPEND_TIME : TimestampType.CREATE_TIME;
    }

    public boolean isTransactional() {
        return has(TRANSACTIONAL_BIT);
    }

    /** Whether the batch contains control records of the broker, such as transaction markers, instead of data. */
    public boolean isControl() {
        return has(CONTROL_BIT);
    }

    /** Whether the base timestamp is the time from which compaction may delete tombstones (KIP-534). */
    public boolean hasDeleteHorizon() {
        return has(DELETE_HORIZON_BIT);
    }

    private boolean has(int bit) {
        return (attributes() & bit) != 0;
    }

    /** Offset of the last record minus the base offset; does not change when compaction removes records. */
    public int lastOffsetDelta() {
        return buffer.getInt(at + LAST_OFFSET_DELTA_AT);
    }

    public long lastOffset() {
        return baseOffset() + lastOffsetDelta();
    }

    /**
     * Timestamp of the first record; that of the newest record if the header does not have it, negative if no record
     * has a timestamp.
     */
    public long firstTimestampMillis() {
        return showsFirstTimestamp() ? Math.min(baseTimestampMillis(), maxTimestampMillis()) : maxTimestampMillis();
    }

    /**
     * Time from the first record to the newest one; absent if the broker set the timestamps, compaction replaced the
     * base timestamp, or there are no timestamps.
     */
    public OptionalLong spanMillis() {
        return showsFirstTimestamp() && maxTimestampMillis() >= 0
                ? OptionalLong.of(Math.max(0, maxTimestampMillis() - baseTimestampMillis()))
                : OptionalLong.empty();
    }

    private boolean showsFirstTimestamp() {
        return timestampType() == TimestampType.CREATE_TIME && !hasDeleteHorizon() && baseTimestampMillis() >= 0;
    }

    /** The timestamp to which those of the records are relative; see {@link #hasDeleteHorizon()}. */
    public long baseTimestampMillis() {
        return buffer.getLong(at + BASE_TIMESTAMP_AT);
    }

    public long maxTimestampMillis() {
        return buffer.getLong(at + MAX_TIMESTAMP_AT);
    }

    /** Whether an idempotent or transactional producer wrote the batch. */
    public boolean hasProducer() {
        return producerId() >= 0;
    }

    public long producerId() {
        return buffer.getLong(at + PRODUCER_ID_AT);
    }

    public short producerEpoch() {
        return buffer.getShort(at + PRODUCER_EPOCH_AT);
    }

    public int baseSequence() {
        return buffer.getInt(at + BASE_SEQUENCE_AT);
    }

    /** Number of records in the batch; may be 0 after compaction. */
    public int recordCount() {
        return buffer.getInt(at + RECORDS_AT);
    }
}
