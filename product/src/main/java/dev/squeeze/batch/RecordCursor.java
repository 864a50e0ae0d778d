package dev.squeeze.batch;

import java.util.Arrays;

/**
 * Records of a batch in an array, uncompressed, one after another by their lengths and deltas alone; what follows those in a
 * record is not looked into.
 */
final class RecordCursor {
    private static final int MOST_VARINT_BITS = 70;

    private final byte[] array;
    private final int end;
    private int at;
    private byte attributes;
    private long timestampDelta;
    private long offsetDelta;
    private int restAt;

    RecordCursor(byte[] array, int offset, int length) {
        this.array = array;
        this.at = offset;
        this.end = offset + length;
    }

    /**
     * Goes to the next record.
     *
     * @throws IndexOutOfBoundsException when there is none that is whole
     */
    void next() {
        restAt = at;
        long body = varlong();
        if (body < 1 || body > end - restAt) {
            throw new IndexOutOfBoundsException("a record ends beyond its batch");
        }
        int after = restAt + (int) body;
        attributes = array[restAt++];
        timestampDelta = varlong();
        offsetDelta = varlong();
        if (restAt > after) {
            throw new IndexOutOfBoundsException("a record ends before its fields do");
        }
        at = after;
    }

    private long varlong() {
        long raw = 0;
        for (int shift = 0; shift < MOST_VARINT_BITS && restAt < end; shift += 7) {
            byte part = array[restAt++];
            raw |= (long) (part & 0x7f) << shift;
            if (part >= 0) {
                return (raw >>> 1) ^ -(raw & 1);
            }
        }
        throw new IndexOutOfBoundsException("a number that does not end");
    }

    void requireEnd() {
        if (at != end) {
            throw new IndexOutOfBoundsException("bytes are left after the last record");
        }
    }

    byte attributes() {
        return attributes;
    }

    long timestampDelta() {
        return timestampDelta;
    }

    long offsetDelta() {
        return offsetDelta;
    }

    byte[] array() {
        return array;
    }

    /** Where the key's length lies; key, value and headers follow up to the record's end. */
    int restAt() {
        return restAt;
    }

    int restBytes() {
        return at - restAt;
    }

    boolean sameRest(RecordCursor other) {
        return Arrays.equals(array, restAt, at, other.array, other.restAt, other.at);
    }
}
