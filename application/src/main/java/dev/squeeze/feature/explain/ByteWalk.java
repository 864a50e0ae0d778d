package dev.squeeze.feature.explain;

/** Reads the bytes of one value of a binary format in order. Not thread-safe. */
final class ByteWalk {
    private static final int MAX_VARINT_BYTES = 10;

    private final byte[] bytes;
    private int at;

    ByteWalk(byte[] bytes, int from) {
        this.bytes = bytes;
        this.at = from;
    }

    /** The value does not match its format. */
    static final class MalformedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        MalformedException() {
            // No stack trace, since all records may be malformed.
            super("does not match the format", null, false, false);
        }
    }

    int at() {
        return at;
    }

    boolean isAtEnd() {
        return at == bytes.length;
    }

    /** @throws MalformedException if the value ends before */
    void skip(long count) {
        if (count < 0 || count > bytes.length - at) {
            throw new MalformedException();
        }
        at += (int) count;
    }

    /** A number with seven bits per byte, least significant first. */
    long varint() {
        long value = 0;
        for (int i = 0; i < MAX_VARINT_BYTES; i++) {
            if (isAtEnd()) {
                throw new MalformedException();
            }
            byte next = bytes[at++];
            value |= (long) (next & 0x7f) << (7 * i);
            if (next >= 0) {
                return value;
            }
        }
        throw new MalformedException();
    }

    /** The same with the sign in the lowest bit. */
    long zigzag() {
        long value = varint();
        return (value >>> 1) ^ -(value & 1);
    }
}
