package dev.squeeze.kit.format;

import java.util.Arrays;

/** A reusable byte buffer whose array grows up to a limit. */
public final class GrowingBytes {
    private final int most;
    private byte[] array;
    private int length;

    /** @param most maximum number of bytes */
    public GrowingBytes(int first, int most) {
        if (first < 1 || most < first) {
            throw new IllegalArgumentException("no room for bytes: first " + first + ", at most " + most);
        }
        this.most = most;
        this.array = new byte[first];
    }

    /** The array, which is replaced when it grows. */
    public byte[] array() {
        return array;
    }

    /** Number of bytes in use, starting at index 0. */
    public int length() {
        return length;
    }

    public void clear() {
        length = 0;
    }

    /**
     * Makes room after the bytes in use.
     *
     * @return false if that exceeds the limit
     */
    public boolean reserve(int more) {
        long wanted = (long) length + more;
        if (wanted > most) {
            return false;
        }
        if (wanted > array.length) {
            array = Arrays.copyOf(array, (int) Math.min(most, Math.max(wanted, 2L * array.length)));
        }
        return true;
    }

    /**
     * Doubles the array, up to the limit.
     *
     * @return false if the limit was already reached
     */
    boolean grow() {
        int before = array.length;
        array = Arrays.copyOf(array, (int) Math.min(most, 2L * before));
        return array.length > before;
    }

    /** Number of free bytes after those in use. */
    int free() {
        return array.length - length;
    }

    /** Marks this many of the free bytes as in use, after they were written. */
    public void written(int bytes) {
        length = Math.addExact(length, bytes);
    }
}
