package dev.squeeze.kit.format;

import java.util.Arrays;

/** Bytes in an array that grows up to a bound, filled again and again. */
public final class GrowingBytes {
    private final int most;
    private byte[] array;
    private int length;

    /** @param most bytes that it ever holds */
    public GrowingBytes(int first, int most) {
        if (first < 1 || most < first) {
            throw new IllegalArgumentException("no room for bytes: first " + first + ", at most " + most);
        }
        this.most = most;
        this.array = new byte[first];
    }

    /** Replaced as it grows. */
    public byte[] array() {
        return array;
    }

    /** Bytes in it, from 0 on. */
    public int length() {
        return length;
    }

    public void clear() {
        length = 0;
    }

    /**
     * Makes room behind the bytes in it.
     *
     * @return false where that is beyond the bound
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
     * Doubles the room, as far as the bound allows.
     *
     * @return false where it has been reached
     */
    boolean grow() {
        int before = array.length;
        array = Arrays.copyOf(array, (int) Math.min(most, 2L * before));
        return array.length > before;
    }

    /** Free bytes behind those in it. */
    int free() {
        return array.length - length;
    }

    /** So many of the free bytes have been written to. */
    public void written(int bytes) {
        length = Math.addExact(length, bytes);
    }
}
