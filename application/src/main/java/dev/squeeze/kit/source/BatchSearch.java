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
 * Finds a batch in the middle of a segment without a walk from its start. Bytes that may be a header are accepted if
 * further headers follow, each exactly where the previous batch ends.
 */
final class BatchSearch {
    private static final int MIN_IN_A_ROW = 3;
    /** The last batch may be incomplete if a broker is appending to the file. */
    private static final int MIN_BEFORE_A_CUT = 2;

    private static final int PIECE_BYTES = 1 << 20;
    /** Batches are 1 MiB at most unless {@code max.message.bytes} says otherwise. */
    private static final int MAX_PIECES = 8;

    private static final int MAGIC_AT = 16;
    private static final byte MAGIC_V2 = 2;

    private final FileChannel channel;
    private final long fileBytes;
    private final BatchHeader header = new BatchHeader();
    private final ByteBuffer single = ByteBuffer.allocate(RecordFormatV2.BATCH_HEADER_BYTES);

    private BatchSearch(FileChannel channel, long fileBytes) {
        this.channel = channel;
        this.fileBytes = fileBytes;
    }

    /** Returns the start of the first batch at or after a position; empty if none is found within several MiB. */
    static OptionalLong from(FileChannel channel, long position, long fileBytes) throws IOException {
        return new BatchSearch(channel, fileBytes).from(position);
    }

    private OptionalLong from(long position) throws IOException {
        int pieceBytes = (int) Math.max(0, Math.min(PIECE_BYTES, fileBytes - position));
        ByteBuffer piece = ByteBuffer.allocate(pieceBytes + MAGIC_AT + 1);
        long at = position;
        for (int pieces = 0; pieces < MAX_PIECES && at < fileBytes; pieces++, at += PIECE_BYTES) {
            read(piece, at);
            for (int i = 0; i + MAGIC_AT < piece.limit(); i++) {
                if (piece.get(i + MAGIC_AT) == MAGIC_V2 && isBatch(at + i)) {
                    return OptionalLong.of(at + i);
                }
            }
        }
        return OptionalLong.empty();
    }

    private boolean isBatch(long position) throws IOException {
        long at = position;
        int inARow = 0;
        while (at < fileBytes && inARow < MIN_IN_A_ROW) {
            read(single, at);
            ScanEnd end = BatchScanner.endOfBatch(single, 0, single.limit(), fileBytes - at);
            if (end != null) {
                return end instanceof ScanEnd.Truncated && inARow >= MIN_BEFORE_A_CUT;
            }
            at += header.wrap(single, 0).sizeBytes();
            inARow++;
        }
        return true;
    }

    /** Reads as much as fits, up to the end of the file. */
    private void read(ByteBuffer bytes, long at) throws IOException {
        bytes.clear();
        int got = 0;
        while (bytes.hasRemaining() && got >= 0) {
            got = channel.read(bytes, at + bytes.position());
        }
        bytes.flip();
    }
}
