package dev.squeeze.feature.doctor;

import com.github.luben.zstd.ZstdInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import net.jpountz.lz4.LZ4FrameInputStream;

/**
 * The format of an individually compressed value, recognized by its first bytes (RFC 1952, RFC 8878, LZ4 frame format).
 */
enum InnerFrame {
    GZIP(0x1f, 0x8b, 0x08),
    ZSTD(0x28, 0xb5, 0x2f, 0xfd),
    LZ4(0x04, 0x22, 0x4d, 0x18);

    /** A few bytes can decompress to gigabytes: a value that exceeds this is left as it is. */
    private static final int MAX_UNPACKED_BYTES = 8 << 20;

    private final int[] magic;

    InnerFrame(int... magic) {
        this.magic = magic;
    }

    static Optional<InnerFrame> of(byte[] value) {
        for (InnerFrame frame : values()) {
            if (frame.begins(value)) {
                return Optional.of(frame);
            }
        }
        return Optional.empty();
    }

    private boolean begins(byte[] value) {
        if (value.length <= magic.length) {
            return false;
        }
        for (int i = 0; i < magic.length; i++) {
            if ((value[i] & 0xff) != magic[i]) {
                return false;
            }
        }
        return true;
    }

    /** The decompressed value; empty if it is damaged, too large, or only looks like a frame. */
    Optional<byte[]> unpack(byte[] value) {
        try (InputStream stream = open(new ByteArrayInputStream(value))) {
            byte[] unpacked = stream.readNBytes(MAX_UNPACKED_BYTES);
            return unpacked.length < MAX_UNPACKED_BYTES ? Optional.of(unpacked) : Optional.empty();
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    private InputStream open(InputStream packed) throws IOException {
        return switch (this) {
            case GZIP -> new GZIPInputStream(packed);
            case ZSTD -> new ZstdInputStream(packed);
            case LZ4 -> new LZ4FrameInputStream(packed);
        };
    }
}
