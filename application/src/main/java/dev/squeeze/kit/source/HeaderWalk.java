package dev.squeeze.kit.source;

import dev.squeeze.kit.format.BatchHeader;
import dev.squeeze.kit.format.BatchScanner;
import dev.squeeze.kit.format.RecordFormatV2;
import dev.squeeze.kit.format.ScanEnd;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.OptionalLong;

/**
 * Reads only headers. Headers close together are read from mapped memory, where the system loads adjacent pages with
 * one page fault and reads ahead on disks. Headers far apart are read with one call each: a page fault would map, and
 * read from disk, bytes that are not needed, and costs four times as much as the call (docs/performance.md).
 */
final class HeaderWalk extends FileWalk {
    /** About half of what a page fault maps. */
    private static final int FAR_BYTES = 24 << 10;

    private final long pieceBytes;
    private final BatchHeader header = new BatchHeader();
    private final ByteBuffer single = ByteBuffer.allocateDirect(RecordFormatV2.BATCH_HEADER_BYTES);
    private ByteBuffer piece = ByteBuffer.allocate(0);
    private long pieceStart;

    HeaderWalk(SegmentFile file, SegmentVisitor visitor, ReadWatch watch, BatchNotices notices, long pieceBytes) {
        super(file, visitor, watch, notices);
        this.pieceBytes = Math.max(RecordFormatV2.BATCH_HEADER_BYTES, pieceBytes);
    }

    /** Each iteration ends the walk or advances it by at least one message. */
    @Override
    void walk(FileChannel channel) throws IOException {
        long step = 0;
        while (cameTo() < fileBytes()) {
            long at = cameTo();
            long rest = fileBytes() - at;
            int headerBytes = (int) Math.min(rest, RecordFormatV2.BATCH_HEADER_BYTES);
            boolean far = step > FAR_BYTES;
            ByteBuffer bytes = far ? read(channel, at, headerBytes) : mapped(channel, at, headerBytes);
            int position = far ? 0 : (int) (at - pieceStart);
            ScanEnd end = BatchScanner.endOfBatch(bytes, position, headerBytes, rest);
            if (end instanceof ScanEnd.OldFormat) {
                step = PREFIX_BYTES + (long) bytes.getInt(position + LENGTH_AT);
                if (step > rest) {
                    leaveOut(new ScanEnd.Truncated(position, OptionalLong.of(step)));
                    return;
                }
                passOver(step);
            } else if (end != null) {
                leaveOut(end);
                return;
            } else {
                header.wrap(bytes, position);
                step = header.sizeBytes();
                if (!visit(at, header)) {
                    return;
                }
            }
            comeTo(at + step);
        }
    }

    private ByteBuffer read(FileChannel channel, long at, int bytes) throws IOException {
        single.clear().limit(bytes);
        while (single.hasRemaining()) {
            if (channel.read(single, at + single.position()) < 0) {
                throw new IOException("the file became shorter while it was read");
            }
        }
        return single.flip();
    }

    private ByteBuffer mapped(FileChannel channel, long at, int bytes) throws IOException {
        if (at < pieceStart || at + bytes > pieceStart + piece.limit()) {
            piece = channel.map(FileChannel.MapMode.READ_ONLY, at, Math.min(fileBytes() - at, pieceBytes));
            pieceStart = at;
        }
        return piece;
    }
}
