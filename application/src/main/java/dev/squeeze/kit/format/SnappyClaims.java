package dev.squeeze.kit.format;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.xerial.snappy.Snappy;

/**
 * Checks whether the lengths in a snappy stream are possible. The library's SnappyInputStream allocates as much as a
 * block claims, up to 512 MiB for the block and as much again for its contents, and throws an Error beyond that.
 */
public final class SnappyClaims {
    private static final int HEADER_BYTES = 16;
    /**
     * The start of the library's stream header. The output of librdkafka and franz-go has no header: it starts with its
     * length, whose first byte equals that of the header in one of 128 batches.
     */
    private static final byte[] MAGIC = {(byte) 0x82, 'S', 'N', 'A', 'P', 'P', 'Y', 0};

    /** The first four bytes of a header in place of a length, since streams may be concatenated. */
    private static final int NEXT_HEADER = 0x82534e41;

    /** The format's best compression is a copy of 64 bytes that takes 3 bytes. */
    private static final long MAX_RATIO = 22;

    private SnappyClaims() {}

    /**
     * Whether every block is within the stream and claims no more than its size allows.
     *
     * @param stream its position and limit do not change
     */
    public static boolean arePossible(ByteBuffer stream) {
        byte[] bytes = new byte[stream.remaining()];
        stream.get(stream.position(), bytes);
        if (bytes.length < HEADER_BYTES || !Arrays.equals(bytes, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
            return isPossible(bytes, 0, bytes.length);
        }
        ByteBuffer lengths = ByteBuffer.wrap(bytes);
        int at = HEADER_BYTES;
        while (bytes.length - at >= Integer.BYTES) {
            int length = lengths.getInt(at);
            at += Integer.BYTES;
            if (length == NEXT_HEADER) {
                at += HEADER_BYTES - Integer.BYTES;
                if (at > bytes.length) {
                    return false;
                }
                continue;
            }
            if (length < 0 || length > bytes.length - at || !isPossible(bytes, at, length)) {
                return false;
            }
            at += length;
        }
        return true;
    }

    private static boolean isPossible(byte[] bytes, int at, int length) {
        try {
            int claimed = Snappy.uncompressedLength(bytes, at, length);
            return claimed >= 0 && claimed <= MAX_RATIO * length;
        } catch (IOException e) {
            return false;
        }
    }
}
