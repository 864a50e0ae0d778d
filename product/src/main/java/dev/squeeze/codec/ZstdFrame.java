package dev.squeeze.codec;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;

/** One frame of zstd for a batch. It says how many bytes it holds, which those of Kafka's stream do not. */
final class ZstdFrame implements FramedCodec {
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
        if (length == 0) {
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

    @Override
    public void close() {
        compressor.close();
        decompressor.close();
    }
}
