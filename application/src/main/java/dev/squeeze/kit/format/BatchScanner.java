package dev.squeeze.kit.format;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Walks the record batches in a fetch response or a piece of a segment file by their headers alone; nothing is
 * decompressed and nothing copied. The bytes may be anything: what cannot be a header ends the walk and is said, each step
 * goes forward by at least a header, and nothing is allocated by what a length claims.
 *
 * <p>The CRC is not computed, so damage behind a header goes unnoticed. One instance serves one thread.
 */
public final class BatchScanner {
    /** All formats are alike up to the magic byte. */
    private static final int BYTES_UP_TO_MAGIC = BatchHeader.MAGIC_AT + 1;
    /** CRC, magic, attributes and two lengths: the least that a message of format 0 or 1 can have. */
    private static final int MIN_OLD_LENGTH = 14;

    private static final int MIN_LENGTH = RecordFormatV2.BATCH_HEADER_BYTES - BatchHeader.PREFIX_BYTES;

    private final BatchHeader header = new BatchHeader();

    /**
     * Shows the visitor every whole batch between the buffer's position and its limit, both of which stay.
     *
     * @return how it ended; what the visitor throws is passed on
     */
    public ScanEnd scan(ByteBuffer bytes, BatchVisitor visitor) {
        ByteBuffer buffer = BatchHeader.inNetworkOrder(bytes);
        int at = buffer.position();
        while (at < buffer.limit()) {
            ScanEnd end = endOfBatch(buffer, at, buffer.limit() - at, buffer.limit() - at);
            if (end != null) {
                return end;
            }
            int next = at + (int) header.moveTo(buffer, at).sizeBytes();
            if (!visitor.visit(header)) {
                return new ScanEnd.Stopped(next);
            }
            at = next;
        }
        return new ScanEnd.Complete(at);
    }

    /**
     * Whether a whole batch can be somewhere, by its header; for those who have the header alone. Null where it can: an
     * Optional would be an allocation for each batch.
     *
     * @param buffer in network order, with the header at {@code at}
     * @param inBuffer bytes that the buffer holds from there on; the whole header, or all that there is
     * @param available bytes that there are from there on
     * @return why not
     */
    public static @Nullable ScanEnd endOfBatch(ByteBuffer buffer, int at, int inBuffer, long available) {
        if (inBuffer < BatchHeader.PREFIX_BYTES) {
            return new ScanEnd.Truncated(at, OptionalLong.empty());
        }
        int length = buffer.getInt(at + BatchHeader.LENGTH_AT);
        if (length < MIN_OLD_LENGTH || length > Integer.MAX_VALUE - BatchHeader.PREFIX_BYTES) {
            return impossibleLength(at, length);
        }
        long batchBytes = BatchHeader.PREFIX_BYTES + (long) length;
        if (inBuffer < BYTES_UP_TO_MAGIC) {
            return new ScanEnd.Truncated(at, OptionalLong.of(batchBytes));
        }
        byte magic = buffer.get(at + BatchHeader.MAGIC_AT);
        if (magic == 0 || magic == 1) {
            return new ScanEnd.OldFormat(at, magic);
        }
        if (magic != BatchHeader.MAGIC_V2) {
            return new ScanEnd.Corrupt(at, "unknown format " + magic + " of a batch at byte " + at);
        }
        if (length < MIN_LENGTH) {
            return impossibleLength(at, length);
        }
        if (inBuffer >= RecordFormatV2.BATCH_HEADER_BYTES) {
            Optional<String> impossible = impossibleField(buffer, at);
            if (impossible.isPresent()) {
                return new ScanEnd.Corrupt(at, impossible.get() + " in the batch at byte " + at);
            }
        }
        return batchBytes > available ? new ScanEnd.Truncated(at, OptionalLong.of(batchBytes)) : null;
    }

    private static ScanEnd impossibleLength(int at, int length) {
        return new ScanEnd.Corrupt(at, "impossible length " + length + " of a batch at byte " + at);
    }

    private static Optional<String> impossibleField(ByteBuffer buffer, int at) {
        long baseOffset = buffer.getLong(at);
        int lastOffsetDelta = buffer.getInt(at + BatchHeader.LAST_OFFSET_DELTA_AT);
        int recordCount = buffer.getInt(at + BatchHeader.RECORDS_AT);
        if (baseOffset < 0) {
            return Optional.of("negative base offset " + baseOffset);
        }
        if (lastOffsetDelta < 0 || baseOffset + lastOffsetDelta < 0) {
            return Optional.of("impossible last offset delta " + lastOffsetDelta);
        }
        if (recordCount < 0 || recordCount - 1L > lastOffsetDelta) {
            return Optional.of(
                    "impossible record count " + recordCount + " for a last offset delta of " + lastOffsetDelta);
        }
        return Optional.empty();
    }
}
