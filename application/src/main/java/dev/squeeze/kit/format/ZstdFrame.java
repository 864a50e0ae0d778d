package dev.squeeze.kit.format;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;

/** One zstd frame per batch. Unlike the frames of Kafka's stream, it contains the uncompressed size. */
final class ZstdFrame implements FramedCodec {
    private static final int DESCRIPTOR_AT = 4;
    private static final int WINDOW_AT = 5;
    private static final int SINGLE_SEGMENT_BIT = 1 << 5;
    /** ZSTD_WINDOWLOG_LIMIT_DEFAULT, 27. */
    private static final long MAX_WINDOW_BYTES = 1L << 27;

    private final ZstdCompressCtx compressor = new ZstdCompressCtx();
    private final ZstdDecompressCtx decompressor = new ZstdDecompressCtx();

    ZstdFrame(int level) {
        compressor.setLevel(level);
    }

    @Override
    public int maxFramedLength(int length) {
        return Math.toIntExact(Zstd.compressBound(length));
    }

    @Override
    public int frame(byte[] source, int offset, int length, byte[] target, int targetOffset) {
        return compressor.compressByteArray(target, targetOffset, target.length - targetOffset, source, offset, length);
    }

    @Override
    public boolean unframe(byte[] source, int offset, int length, GrowingBytes target) {
        target.clear();
        if (!isReadAsStream(source, offset, length)) {
            return false;
        }
        while (true) {
            try {
                target.written(
                        decompressor.decompressByteArray(target.array(), 0, target.free(), source, offset, length));
                return true;
            } catch (ZstdException e) {
                boolean full = e.getErrorCode() == Zstd.errDstSizeTooSmall();
                if (!full || !target.grow()) {
                    return false;
                }
            }
        }
    }

    /**
     * Whether streams can read the frame: they, and thus all consumers, reject frames with a window larger than
     * {@link #MAX_WINDOW_BYTES}, which a single call accepts.
     */
    private static boolean isReadAsStream(byte[] source, int offset, int length) {
        if (length < WINDOW_AT + 1) {
            return false;
        }
        if ((source[offset + DESCRIPTOR_AT] & SINGLE_SEGMENT_BIT) != 0) {
            // The window is the whole content, whose size is limited separately.
            return true;
        }
        // RFC 8878, section 3.1.1.1.2.
        int window = source[offset + WINDOW_AT] & 0xff;
        long base = 1L << (10 + (window >> 3));
        return base + base / 8 * (window & 7) <= MAX_WINDOW_BYTES;
    }

    @Override
    public void close() {
        compressor.close();
        decompressor.close();
    }
}
