package dev.squeeze.kit.format;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * A view of the 61 bytes before the records of a batch v2, by the public description of the format. One instance is moved
 * from batch to batch and nothing is allocated for each, since gigabytes of headers are walked: read what is needed before
 * it moves on. No field is checked here; {@link BatchScanner} hands over only headers that can be right.
 *
 * <p>Fields that are -1 where a batch has no producer are given as stored; ask {@link #hasProducer()} first.
 */
public final class BatchHeader {
    /** Bytes of the base offset and the length, which the length itself does not count. */
    static final int PREFIX_BYTES = 12;

    static final int LENGTH_AT = 8;
    static final int MAGIC_AT = 16;
    static final int CRC_AT = 17;
    /** The first byte that the CRC covers; all of the batch from here on is covered. */
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

    /** By id, made once: looking a codec up allocates nothing. */
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
     * Moves the view to a batch; the buffer's own position and limit stay.
     *
     * @param position where the batch begins in the buffer
     * @return this
     * @throws IllegalArgumentException when the header is not within the buffer's limit
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

    /** The same bytes, read in the format's order; a copy of the view, never of the bytes. */
    static ByteBuffer inNetworkOrder(ByteBuffer bytes) {
        return bytes.order() == ByteOrder.BIG_ENDIAN ? bytes : bytes.duplicate();
    }

    /** Where the batch begins in its buffer. */
    public int position() {
        return at;
    }

    /**
     * The whole batch, header and all, as a view of the same bytes.
     *
     * @throws IndexOutOfBoundsException when the buffer ends before the batch does
     */
    public ByteBuffer batch() {
        return buffer.slice(at, Math.toIntExact(sizeBytes()));
    }

    /** Offset of the first record; after a compaction, the one that it had. */
    public long baseOffset() {
        return buffer.getLong(at);
    }

    /** Bytes of the batch with its header, compressed as stored. A long, since a length may claim anything. */
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

    /** CRC-32C of the bytes from the attributes on, unsigned. */
    public long crc() {
        return Integer.toUnsignedLong(buffer.getInt(at + CRC_AT));
    }

    short attributes() {
        return buffer.getShort(at + ATTRIBUTES_AT);
    }

    /** The codec; empty where no codec that we know has the id. */
    public Optional<CodecType> codec() {
        return CODECS.get(codecId());
    }

    /** Attribute bits 0 to 2, 0 to 7. */
    public int codecId() {
        return attributes() & CODEC_MASK;
    }

    public TimestampType timestampType() {
        return has(LOG_APPEND_TIME_BIT) ? TimestampType.LOG_APPEND_TIME : TimestampType.CREATE_TIME;
    }

    public boolean isTransactional() {
        return has(TRANSACTIONAL_BIT);
    }

    /** Tells whether the batch holds markers of the broker, such as the end of a transaction, instead of data. */
    public boolean isControl() {
        return has(CONTROL_BIT);
    }

    /** Tells whether the base timestamp is the time from which compaction may drop tombstones (KIP-534). */
    public boolean hasDeleteHorizon() {
        return has(DELETE_HORIZON_BIT);
    }

    private boolean has(int bit) {
        return (attributes() & bit) != 0;
    }

    /** Offset of the last record less the base offset; compaction keeps it although records go. */
    public int lastOffsetDelta() {
        return buffer.getInt(at + LAST_OFFSET_DELTA_AT);
    }

    public long lastOffset() {
        return baseOffset() + lastOffsetDelta();
    }

    /** Timestamp of the first record; that of the newest one where the header does not say it, negative where no record has one. */
    public long firstTimestampMillis() {
        return showsFirstTimestamp() ? Math.min(baseTimestampMillis(), maxTimestampMillis()) : maxTimestampMillis();
    }

    /** From the first record to the newest one; absent where the broker set the timestamps, compaction replaced the base, or nobody set any. */
    public OptionalLong spanMillis() {
        return showsFirstTimestamp() && maxTimestampMillis() >= 0
                ? OptionalLong.of(Math.max(0, maxTimestampMillis() - baseTimestampMillis()))
                : OptionalLong.empty();
    }

    private boolean showsFirstTimestamp() {
        return timestampType() == TimestampType.CREATE_TIME && !hasDeleteHorizon() && baseTimestampMillis() >= 0;
    }

    /** The timestamp that those of the records are relative to, see {@link #hasDeleteHorizon()}. */
    public long baseTimestampMillis() {
        return buffer.getLong(at + BASE_TIMESTAMP_AT);
    }

    public long maxTimestampMillis() {
        return buffer.getLong(at + MAX_TIMESTAMP_AT);
    }

    /** Tells whether an idempotent or transactional producer wrote the batch. */
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

    /** Records in the batch; compaction may leave none. */
    public int recordCount() {
        return buffer.getInt(at + RECORDS_AT);
    }
}
