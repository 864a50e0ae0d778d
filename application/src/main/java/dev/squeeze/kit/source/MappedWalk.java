package dev.squeeze.kit.source;

import dev.squeeze.kit.format.BatchScanner;
import dev.squeeze.kit.format.ScanEnd;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.OptionalLong;

/** Maps a file into memory, piece by piece, so that the visitor can access whole batches. */
final class MappedWalk extends FileWalk {
    private final long pieceBytes;
    private final BatchScanner scanner = new BatchScanner();

    MappedWalk(SegmentFile file, SegmentVisitor visitor, ReadWatch watch, BatchNotices notices, long pieceBytes) {
        super(file, visitor, watch, notices);
        this.pieceBytes = pieceBytes;
    }

    /**
     * Each iteration ends the walk or makes progress: it advances by at least one message, or the next one maps all of
     * the current batch.
     */
    @Override
    void walk(FileChannel channel) throws IOException {
        long wantedBytes = pieceBytes;
        while (cameTo() < fileBytes()) {
            long pieceStart = cameTo();
            long rest = fileBytes() - pieceStart;
            ByteBuffer piece = channel.map(FileChannel.MapMode.READ_ONLY, pieceStart, Math.min(rest, wantedBytes));
            wantedBytes = pieceBytes;
            ScanEnd end = scan(piece, pieceStart);
            if (stopped()) {
                return;
            }
            comeTo(pieceStart + end.position());
            if (end instanceof ScanEnd.Corrupt) {
                leaveOut(end);
                return;
            }
            if (end instanceof ScanEnd.Truncated cut) {
                long left = fileBytes() - cameTo();
                long batchBytes = cut.batchBytes().orElse(Math.min(pieceBytes, Integer.MAX_VALUE));
                if (piece.limit() == rest || batchBytes > left) {
                    leaveOut(cut);
                    return;
                }
                wantedBytes = Math.max(pieceBytes, batchBytes);
            }
        }
    }

    /** Scans the piece, and continues after messages of old formats as long as they are complete. */
    private ScanEnd scan(ByteBuffer piece, long pieceStart) {
        while (true) {
            ScanEnd end = scanner.scan(piece, header -> visit(pieceStart + header.position(), header));
            if (!(end instanceof ScanEnd.OldFormat old)) {
                return end;
            }
            long next = old.position() + PREFIX_BYTES + (long) piece.getInt(old.position() + LENGTH_AT);
            if (next > piece.limit()) {
                return new ScanEnd.Truncated(old.position(), OptionalLong.of(next - old.position()));
            }
            passOver(next - old.position());
            piece.position((int) next);
        }
    }
}
