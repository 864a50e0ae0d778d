package dev.squeeze.kit.format;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.xerial.snappy.Snappy;

/**
 * Snappy as written by Kafka's Java client: a header of 16 bytes, then blocks of 32 KiB, each preceded by its length.
 */
final class SnappyFrame implements FramedCodec {
    private static final int BLOCK_BYTES = 1 << 15;
    /** The magic bytes, the version, and the lowest compatible version. */
    private static final byte[] HEADER = {(byte) 0x82, 'S', 'N', 'A', 'P', 'P', 'Y', 0, 0, 0, 0, 1, 0, 0, 0, 1};

    @Override
    public int maxFramedLength(int length) {
        int blocks = length / BLOCK_BYTES + 1;
        return Math.addExact(
                HEADER.length, Math.multiplyExact(blocks, Integer.BYTES + Snappy.maxCompressedLength(BLOCK_BYTES)));
    }

    @Override
    public int frame(byte[] source, int offset, int length, byte[] target, int targetOffset) {
        ByteBuffer lengths = ByteBuffer.wrap(target);
        System.arraycopy(HEADER, 0, target, targetOffset, HEADER.length);
        int at = targetOffset + HEADER.length;
        try {
            for (int done = 0; done < length; done += BLOCK_BYTES) {
                int block = Math.min(BLOCK_BYTES, length - done);
                int bytes = Snappy.compress(source, offset + done, block, target, at + Integer.BYTES);
                lengths.putInt(at, bytes);
                at += Integer.BYTES + bytes;
            }
        } catch (IOException e) {
            throw new IllegalStateException("snappy failed: " + e.getMessage(), e);
        }
        return at - targetOffset;
    }

    @Override
    public boolean unframe(byte[] source, int offset, int length, GrowingBytes target) {
        target.clear();
        int end = offset + length;
        int at = offset + HEADER.length;
        if (at > end || !Arrays.equals(source, offset, at, HEADER, 0, HEADER.length)) {
            return false;
        }
        ByteBuffer lengths = ByteBuffer.wrap(source);
        try {
            while (end - at >= Integer.BYTES) {
                int block = lengths.getInt(at);
                at += Integer.BYTES;
                if (block <= 0 || block > end - at) {
                    return false;
                }
                // The native code trusts the length that the block claims and would write past the end of the target.
                int claimed = Snappy.uncompressedLength(source, at, block);
                if (claimed < 0 || !target.reserve(claimed)) {
                    return false;
                }
                target.written(Snappy.uncompress(source, at, block, target.array(), target.length()));
                at += block;
            }
        } catch (IOException e) {
            return false;
        }
        return at == end;
    }

    @Override
    public void close() {}
}
