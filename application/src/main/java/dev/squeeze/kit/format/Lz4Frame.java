package dev.squeeze.kit.format;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;

/**
 * An LZ4 frame as Kafka's Java client writes it: independent blocks of 64 KiB, no checksums except that of its header.
 */
final class Lz4Frame implements FramedCodec {
    private static final int BLOCK_BYTES = 1 << 16;
    /** Set in the length of a block that is stored uncompressed. */
    private static final int NOT_COMPRESSED = 1 << 31;

    /** The magic number, version 1 with independent blocks, blocks of 64 KiB, and the checksum of those two bytes. */
    private static final byte[] HEADER = {0x04, 0x22, 0x4d, 0x18, 0x60, 0x40, (byte) 0x82};

    private final LZ4Compressor compressor;
    private final LZ4SafeDecompressor decompressor;

    Lz4Frame(int level) {
        compressor = Lz4Compressors.of(level);
        decompressor = LZ4Factory.fastestInstance().safeDecompressor();
    }

    @Override
    public int maxFramedLength(int length) {
        int blocks = length / BLOCK_BYTES + 1;
        return Math.addExact(
                HEADER.length + Integer.BYTES,
                Math.multiplyExact(blocks, Integer.BYTES + compressor.maxCompressedLength(BLOCK_BYTES)));
    }

    @Override
    public int frame(byte[] source, int offset, int length, byte[] target, int targetOffset) {
        ByteBuffer lengths = ByteBuffer.wrap(target).order(ByteOrder.LITTLE_ENDIAN);
        System.arraycopy(HEADER, 0, target, targetOffset, HEADER.length);
        int at = targetOffset + HEADER.length;
        for (int done = 0; done < length; done += BLOCK_BYTES) {
            int block = Math.min(BLOCK_BYTES, length - done);
            int body = at + Integer.BYTES;
            int bytes = compressor.compress(source, offset + done, block, target, body, target.length - body);
            if (bytes < block) {
                lengths.putInt(at, bytes);
            } else {
                bytes = block;
                System.arraycopy(source, offset + done, target, body, block);
                lengths.putInt(at, block | NOT_COMPRESSED);
            }
            at = body + bytes;
        }
        lengths.putInt(at, 0);
        return at + Integer.BYTES - targetOffset;
    }

    @Override
    public boolean unframe(byte[] source, int offset, int length, GrowingBytes target) {
        target.clear();
        int end = offset + length;
        int at = offset + HEADER.length;
        if (at > end || !Arrays.equals(source, offset, at, HEADER, 0, HEADER.length)) {
            return false;
        }
        ByteBuffer lengths = ByteBuffer.wrap(source).order(ByteOrder.LITTLE_ENDIAN);
        while (end - at >= Integer.BYTES) {
            int said = lengths.getInt(at);
            at += Integer.BYTES;
            if (said == 0) {
                return at == end;
            }
            int block = said & ~NOT_COMPRESSED;
            // For Kafka an empty uncompressed block ends the frame (Lz4BlockInputStream), so this is left to Kafka.
            if (block == 0 || block > end - at || block > BLOCK_BYTES || !target.reserve(BLOCK_BYTES)) {
                return false;
            }
            if (said < 0) {
                System.arraycopy(source, at, target.array(), target.length(), block);
                target.written(block);
            } else if (!decompressed(source, at, block, target)) {
                return false;
            }
            at += block;
        }
        return false;
    }

    private boolean decompressed(byte[] source, int at, int block, GrowingBytes target) {
        try {
            target.written(decompressor.decompress(source, at, block, target.array(), target.length(), BLOCK_BYTES));
            return true;
        } catch (LZ4Exception e) {
            return false;
        }
    }

    @Override
    public void close() {}
}
