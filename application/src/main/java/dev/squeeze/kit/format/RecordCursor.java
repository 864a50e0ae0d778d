package dev.squeeze.kit.format;

import java.util.Arrays;

/**
 * Iterates over a batch's uncompressed records in an array, reading only their lengths and deltas. The rest of a record
 * is checked only by {@link #requireWholeFields}.
 */
final class RecordCursor {
    private static final int MAX_VARLONG_BITS = 70;
    private static final int MAX_VARINT_BITS = 35;

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
     * Moves to the next record.
     *
     * @throws IndexOutOfBoundsException if there is no complete one
     */
    void next() {
        restAt = at;
        long body = number(MAX_VARINT_BITS);
        if (body < 1 || body > end - restAt) {
            throw new IndexOutOfBoundsException("a record ends beyond its batch");
        }
        int after = restAt + (int) body;
        attributes = array[restAt++];
        timestampDelta = number(MAX_VARLONG_BITS);
        offsetDelta = number(MAX_VARINT_BITS);
        if (restAt > after) {
            throw new IndexOutOfBoundsException("a record ends before its fields do");
        }
        at = after;
    }

    private long number(int maxBits) {
        long raw = 0;
        for (int shift = 0; shift < maxBits && restAt < end; shift += 7) {
            byte part = array[restAt++];
            raw |= (long) (part & 0x7f) << shift;
            if (part >= 0) {
                return (raw >>> 1) ^ -(raw & 1);
            }
        }
        throw new IndexOutOfBoundsException("a number that does not end");
    }

    /**
     * Checks the fields after the deltas, as Kafka does (DefaultRecord.readFrom).
     *
     * @throws IndexOutOfBoundsException if key, value and headers do not end exactly where the record does
     */
    void requireWholeFields() {
        int rest = restAt;
        skipField(true);
        skipField(true);
        long headers = number(MAX_VARINT_BITS);
        if (headers < 0 || headers > at - restAt) {
            throw new IndexOutOfBoundsException("a record cannot have so many headers");
        }
        for (long i = 0; i < headers; i++) {
            skipField(false);
            skipField(true);
        }
        if (restAt != at) {
            throw new IndexOutOfBoundsException("the fields of a record do not end where it does");
        }
        restAt = rest;
    }

    private void skipField(boolean nullable) {
        long length = number(MAX_VARINT_BITS);
        if (length > at - restAt || length < 0 && !nullable) {
            throw new IndexOutOfBoundsException("a field ends beyond its record");
        }
        restAt += (int) Math.max(0, length);
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

    /** The position of the key's length; key, value and headers follow up to the record's end. */
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
