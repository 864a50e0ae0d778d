package dev.squeeze.feature.explain;

/** Steps through the bytes of one value of a binary format. For one thread. */
final class ByteWalk {
    private static final int MAX_VARINT_BYTES = 10;

    private final byte[] bytes;
    private int at;

    ByteWalk(byte[] bytes, int from) {
        this.bytes = bytes;
        this.at = from;
    }

    /** The value is not what the format says. */
    static final class MalformedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        MalformedException() {
            // Thrown once for each such record, which may be all of them.
            super("not of the format", null, false, false);
        }
    }

    int at() {
        return at;
    }

    boolean isAtEnd() {
        return at == bytes.length;
    }

    /** @throws MalformedException where the value ends before */
    void skip(long count) {
        if (count < 0 || count > bytes.length - at) {
            throw new MalformedException();
        }
        at += (int) count;
    }

    /** Seven bits in a byte, the lowest first. */
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
