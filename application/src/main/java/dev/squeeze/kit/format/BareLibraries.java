package dev.squeeze.kit.format;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.io.IOException;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;
import org.xerial.snappy.Snappy;

/** Opens the compression libraries of Kafka's Java client, in the versions that the client depends on. */
public final class BareLibraries {
    private BareLibraries() {}

    public static BareCodec open(Codec codec) {
        return switch (codec.type()) {
            case NONE -> new Copy();
            case GZIP -> new Zlib(codec.level());
            case SNAPPY -> new RawSnappy();
            case LZ4 -> new Lz4Block(codec.level());
            case ZSTD -> new ZstdContext(codec.level());
        };
    }

    private static void requireLength(String library, long got, int wanted) {
        if (got != wanted) {
            throw new IllegalStateException(library + " decompressed " + got + " bytes, expected " + wanted);
        }
    }

    /** A copy of memory: the upper bound for speed. */
    private static final class Copy implements BareCodec {
        @Override
        public int maxCompressedLength(int length) {
            return length;
        }

        @Override
        public int compress(byte[] source, int offset, int length, byte[] target, int targetOffset) {
            System.arraycopy(source, offset, target, targetOffset, length);
            return length;
        }

        @Override
        public void decompress(byte[] source, int offset, int length, byte[] target, int originalLength) {
            requireLength("copy", length, originalLength);
            System.arraycopy(source, offset, target, 0, length);
        }

        @Override
        public void close() {}
    }

    /** The work of gzip, deflate and a CRC-32, without the 18 bytes of header and trailer. */
    private static final class Zlib implements BareCodec {
        private final Deflater deflater;
        private final Inflater inflater = new Inflater(true);
        private final CRC32 checksum = new CRC32();
        private final byte[] beyond = new byte[1];

        Zlib(int level) {
            deflater = new Deflater(level, true);
        }

        @Override
        public int maxCompressedLength(int length) {
            return length + (length >>> 9) + 64;
        }

        @Override
        public int compress(byte[] source, int offset, int length, byte[] target, int targetOffset) {
            deflater.reset();
            deflater.setInput(source, offset, length);
            deflater.finish();
            int written = 0;
            while (!deflater.finished()) {
                written += deflater.deflate(target, targetOffset + written, target.length - targetOffset - written);
            }
            checksum.reset();
            checksum.update(source, offset, length);
            return written;
        }

        @Override
        public void decompress(byte[] source, int offset, int length, byte[] target, int originalLength) {
            inflater.reset();
            inflater.setInput(source, offset, length);
            try {
                int written = 0;
                while (!inflater.finished() && written <= originalLength) {
                    int got = written < originalLength
                            ? inflater.inflate(target, written, originalLength - written)
                            : inflater.inflate(beyond, 0, 1);
                    if (got == 0 && !inflater.finished()) {
                        throw new IllegalStateException("zlib decompressed " + written + " bytes, expected "
                                + originalLength + ", and the block ends there");
                    }
                    written += got;
                }
                requireLength("zlib", written, originalLength);
                checksum.reset();
                checksum.update(target, 0, originalLength);
            } catch (DataFormatException e) {
                throw new IllegalStateException("zlib rejected its own output: " + e.getMessage(), e);
            }
        }

        @Override
        public void close() {
            deflater.end();
            inflater.end();
        }
    }

    private static final class RawSnappy implements BareCodec {
        @Override
        public int maxCompressedLength(int length) {
            return Snappy.maxCompressedLength(length);
        }

        @Override
        public int compress(byte[] source, int offset, int length, byte[] target, int targetOffset) {
            try {
                return Snappy.compress(source, offset, length, target, targetOffset);
            } catch (IOException e) {
                throw new IllegalStateException("snappy failed: " + e.getMessage(), e);
            }
        }

        @Override
        public void decompress(byte[] source, int offset, int length, byte[] target, int originalLength) {
            try {
                // The native code trusts the length that the block claims and would write past the end of the target.
                requireLength("snappy", Snappy.uncompressedLength(source, offset, length), originalLength);
                requireLength("snappy", Snappy.uncompress(source, offset, length, target, 0), originalLength);
            } catch (IOException e) {
                throw new IllegalStateException("snappy rejected its own output: " + e.getMessage(), e);
            }
        }

        @Override
        public void close() {}
    }

    private static final class Lz4Block implements BareCodec {
        private final LZ4Compressor compressor;
        private final LZ4SafeDecompressor decompressor;

        Lz4Block(int level) {
            compressor = Lz4Compressors.of(level);
            decompressor = LZ4Factory.fastestInstance().safeDecompressor();
        }

        @Override
        public int maxCompressedLength(int length) {
            return compressor.maxCompressedLength(length);
        }

        @Override
        public int compress(byte[] source, int offset, int length, byte[] target, int targetOffset) {
            return compressor.compress(source, offset, length, target, targetOffset, target.length - targetOffset);
        }

        @Override
        public void decompress(byte[] source, int offset, int length, byte[] target, int originalLength) {
            try {
                requireLength(
                        "lz4",
                        decompressor.decompress(source, offset, length, target, 0, originalLength),
                        originalLength);
            } catch (LZ4Exception e) {
                throw new IllegalStateException("lz4 rejected its own output: " + e.getMessage(), e);
            }
        }

        @Override
        public void close() {}
    }

    private static final class ZstdContext implements BareCodec {
        private final ZstdCompressCtx compressor = new ZstdCompressCtx();
        private final ZstdDecompressCtx decompressor = new ZstdDecompressCtx();

        ZstdContext(int level) {
            compressor.setLevel(level);
        }

        @Override
        public int maxCompressedLength(int length) {
            return Math.toIntExact(Zstd.compressBound(length));
        }

        @Override
        public int compress(byte[] source, int offset, int length, byte[] target, int targetOffset) {
            return compressor.compressByteArray(
                    target, targetOffset, target.length - targetOffset, source, offset, length);
        }

        @Override
        public void decompress(byte[] source, int offset, int length, byte[] target, int originalLength) {
            try {
                requireLength(
                        "zstd",
                        decompressor.decompressByteArray(target, 0, originalLength, source, offset, length),
                        originalLength);
            } catch (ZstdException e) {
                throw new IllegalStateException("zstd rejected its own output: " + e.getMessage(), e);
            }
        }

        @Override
        public void close() {
            compressor.close();
            decompressor.close();
        }
    }
}
