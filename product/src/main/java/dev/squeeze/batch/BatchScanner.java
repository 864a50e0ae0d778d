package dev.squeeze.batch;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Walks the record batches in a fetch response or a piece of a segment file by their headers alone; nothing is
 * decompressed and nothing copied. The bytes may be anything: what cannot be a header ends the walk and is said, each step
 * goes forward by at least a header, and nothing is allocated by what a length claims.
 *
 * <p>The CRC is not computed, so damage to what lies behind a header goes unseen. One instance serves one thread.
 */
public final class BatchScanner {
    /** Up to the magic byte, all formats lie alike. */
    private static final int BYTES_UP_TO_MAGIC = BatchHeader.MAGIC_AT + 1;
    /** CRC, magic, attributes and two lengths: the least that a message of format 0 or 1 can have. */
    private static final int LEAST_OLD_LENGTH = 14;

    private static final int LEAST_LENGTH = RecordFormatV2.BATCH_HEADER_BYTES - BatchHeader.PREFIX_BYTES;

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
            ScanEnd end = endAt(buffer, at);
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

    /** Null where a whole batch lies at the position: an Optional would be an allocation for each batch. */
    private @Nullable ScanEnd endAt(ByteBuffer buffer, int at) {
        int available = buffer.limit() - at;
        if (available < BatchHeader.PREFIX_BYTES) {
            return new ScanEnd.Truncated(at, OptionalLong.empty());
        }
        int length = buffer.getInt(at + BatchHeader.LENGTH_AT);
        if (length < LEAST_OLD_LENGTH || length > Integer.MAX_VALUE - BatchHeader.PREFIX_BYTES) {
            return impossibleLength(at, length);
        }
        long batchBytes = BatchHeader.PREFIX_BYTES + (long) length;
        if (available < BYTES_UP_TO_MAGIC) {
            return new ScanEnd.Truncated(at, OptionalLong.of(batchBytes));
        }
        byte magic = buffer.get(at + BatchHeader.MAGIC_AT);
        if (magic == 0 || magic == 1) {
            return new ScanEnd.OldFormat(at, magic);
        }
        if (magic != BatchHeader.MAGIC_V2) {
            return new ScanEnd.Corrupt(at, "unknown format " + magic + " of a batch at byte " + at);
        }
        if (length < LEAST_LENGTH) {
            return impossibleLength(at, length);
        }
        if (available >= RecordFormatV2.BATCH_HEADER_BYTES) {
            Optional<String> impossible = impossibleField(header.moveTo(buffer, at));
            if (impossible.isPresent()) {
                return new ScanEnd.Corrupt(at, impossible.get() + " in the batch at byte " + at);
            }
        }
        return batchBytes > available ? new ScanEnd.Truncated(at, OptionalLong.of(batchBytes)) : null;
    }

    private static ScanEnd impossibleLength(int at, int length) {
        return new ScanEnd.Corrupt(at, "impossible length " + length + " of a batch at byte " + at);
    }

    private static Optional<String> impossibleField(BatchHeader header) {
        if (header.baseOffset() < 0) {
            return Optional.of("negative base offset " + header.baseOffset());
        }
        if (header.lastOffsetDelta() < 0 || header.lastOffset() < 0) {
            return Optional.of("impossible last offset delta " + header.lastOffsetDelta());
        }
        if (header.recordCount() < 0 || header.recordCount() - 1L > header.lastOffsetDelta()) {
            return Optional.of("impossible record count " + header.recordCount() + " for a last offset delta of "
                    + header.lastOffsetDelta());
        }
        return Optional.empty();
    }
}
