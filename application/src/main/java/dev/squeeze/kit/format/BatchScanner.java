package dev.squeeze.kit.format;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Walks the record batches in a fetch response or a piece of a segment file using only their headers; nothing is
 * decompressed or copied. The input need not be valid: bytes that cannot be a header end the walk with a reason, each
 * step advances by at least a header, and no allocation depends on a stored length.
 *
 * <p>The CRC is not computed, so damage after a header goes unnoticed. Not thread-safe.
 */
public final class BatchScanner {
    /** All formats have the same layout up to the magic byte. */
    private static final int BYTES_UP_TO_MAGIC = BatchHeader.MAGIC_AT + 1;
    /** CRC, magic, attributes and two lengths: the minimum length of a message of format 0 or 1. */
    private static final int MIN_OLD_LENGTH = 14;

    private static final int MIN_LENGTH = RecordFormatV2.BATCH_HEADER_BYTES - BatchHeader.PREFIX_BYTES;

    private final BatchHeader header = new BatchHeader();

    /**
     * Visits every complete batch between the buffer's position and its limit, neither of which changes.
     *
     * @return how it ended; exceptions of the visitor are propagated
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
     * Checks by its header whether there can be a complete batch at a position, for callers that have only the header.
     * Returns null if so, since an Optional would be allocated for each batch.
     *
     * @param buffer in network order, with the header at {@code at}
     * @param inBuffer bytes in the buffer from {@code at} on: at least the whole header, or everything that is left
     * @param available bytes available in total from {@code at} on, in the buffer or not
     * @return why there is no complete batch, or null if there is one
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
