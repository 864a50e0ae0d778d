package dev.squeeze.kit.format;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Prepares batches of one topic for being sent to another one without recompression. A broker accepts a ready-made
 * batch only with base offset 0 and, since we are not its producer, without the original producer id, epoch and
 * sequence. The CRC covers the latter, so it is recomputed; the records stay compressed.
 */
public final class SendableBatch {
    private static final long NO_PRODUCER_ID = -1;
    private static final short NO_PRODUCER_EPOCH = -1;
    private static final int NO_SEQUENCE = -1;

    private SendableBatch() {}

    /** Why brokers would reject this batch even after {@link #prepare}; empty if they accept it. */
    public static Optional<String> obstacle(BatchHeader header) {
        if (header.isControl()) {
            return Optional.of("it contains control records, not data");
        }
        if (header.recordCount() == 0) {
            return Optional.of("compaction removed all its records");
        }
        if (header.recordCount() - 1L != header.lastOffsetDelta()) {
            return Optional.of("compaction removed records from it (" + header.recordCount() + " of "
                    + (header.lastOffsetDelta() + 1L) + " are left), and brokers reject gaps");
        }
        return Optional.empty();
    }

    /**
     * Clears, in place, what ties a batch to its old topic: base offset, producer, transaction, the LogAppendTime
     * attribute and the delete horizon. Then recomputes the CRC.
     *
     * @param batch exactly one whole batch v2 between position and limit, neither of which changes; must be writable
     * @throws IllegalArgumentException if it is not, or if there is an {@link #obstacle}
     */
    public static void prepare(ByteBuffer batch) {
        prepare(batch, NO_PRODUCER_ID, NO_PRODUCER_EPOCH, NO_SEQUENCE, 0);
    }

    /**
     * Prepares it as a batch of an open transaction.
     *
     * @param sequence sequence number of its first record, for this partition and producer epoch
     */
    public static void prepareForTransaction(ByteBuffer batch, long producerId, short epoch, int sequence) {
        prepare(batch, producerId, epoch, sequence, BatchHeader.TRANSACTIONAL_BIT);
    }

    /** The sequence number after this many records; wraps to 0 after the largest int. */
    public static int sequenceAfter(int sequence, int records) {
        long next = (long) sequence + records;
        return (int) (next > Integer.MAX_VALUE ? next - Integer.MAX_VALUE - 1 : next);
    }

    private static void prepare(ByteBuffer batch, long producerId, short epoch, int sequence, int added) {
        BatchHeader header = new BatchHeader();
        requireOneBatch(batch, header);
        obstacle(header).ifPresent(obstacle -> {
            throw new IllegalArgumentException("the batch at offset " + header.baseOffset()
                    + " cannot be sent as it is: " + obstacle + "; leave it out");
        });
        ByteBuffer bytes = BatchHeader.inNetworkOrder(batch);
        int at = bytes.position();
        bytes.putLong(at, 0);
        int cleared = BatchHeader.TRANSACTIONAL_BIT | BatchHeader.LOG_APPEND_TIME_BIT | BatchHeader.DELETE_HORIZON_BIT;
        short attributes = bytes.getShort(at + BatchHeader.ATTRIBUTES_AT);
        bytes.putShort(at + BatchHeader.ATTRIBUTES_AT, (short) (attributes & ~cleared | added));
        bytes.putLong(at + BatchHeader.PRODUCER_ID_AT, producerId);
        bytes.putShort(at + BatchHeader.PRODUCER_EPOCH_AT, epoch);
        bytes.putInt(at + BatchHeader.BASE_SEQUENCE_AT, sequence);
        bytes.putInt(at + BatchHeader.CRC_AT, (int) computedCrc(bytes));
    }

    /**
     * The same batch with its records compressed differently.
     *
     * @param batch one whole batch v2 between position and limit, neither of which changes
     * @param records its compressed records
     */
    public static ByteBuffer withRecords(ByteBuffer batch, byte[] records, CodecType codec) {
        ByteBuffer made = ByteBuffer.allocate(RecordFormatV2.BATCH_HEADER_BYTES + records.length);
        made.put(batch.slice(batch.position(), RecordFormatV2.BATCH_HEADER_BYTES))
                .put(records)
                .flip();
        made.putInt(BatchHeader.LENGTH_AT, made.remaining() - BatchHeader.PREFIX_BYTES);
        short attributes = (short) (made.getShort(BatchHeader.ATTRIBUTES_AT) & ~BatchHeader.CODEC_MASK | codec.id());
        made.putShort(BatchHeader.ATTRIBUTES_AT, attributes);
        made.putInt(BatchHeader.CRC_AT, (int) computedCrc(made));
        return made;
    }

    /**
     * The CRC-32C that the batch should have, unsigned.
     *
     * @param batch one whole batch between position and limit, neither of which changes
     */
    public static long computedCrc(ByteBuffer batch) {
        CRC32C crc = new CRC32C();
        crc.update(batch.slice(
                batch.position() + BatchHeader.ATTRIBUTES_AT, batch.remaining() - BatchHeader.ATTRIBUTES_AT));
        return crc.getValue();
    }

    /**
     * Checks the header, not the CRC, and moves the view to it.
     *
     * @throws IllegalArgumentException unless the bytes are exactly one whole batch v2
     */
    public static void requireOneBatch(ByteBuffer batch, BatchHeader header) {
        if (batch.remaining() < RecordFormatV2.BATCH_HEADER_BYTES) {
            throw new IllegalArgumentException("not a batch: it has " + batch.remaining()
                    + " bytes, but a header needs " + RecordFormatV2.BATCH_HEADER_BYTES);
        }
        header.wrap(batch, batch.position());
        if (header.magic() != BatchHeader.MAGIC_V2) {
            throw new IllegalArgumentException("not a batch of format 2 but of format " + header.magic());
        }
        if (header.sizeBytes() != batch.remaining()) {
            throw new IllegalArgumentException("not one whole batch: its header says " + header.sizeBytes()
                    + " bytes, and it has " + batch.remaining());
        }
    }
}
