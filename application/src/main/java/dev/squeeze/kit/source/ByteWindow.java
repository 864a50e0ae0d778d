package dev.squeeze.kit.source;

import java.util.Arrays;

/**
 * A window of the input: bytes read but not yet consumed. It grows only as far as one record needs, which readers limit
 * to {@link RecordReader#LIMIT_BYTES}.
 */
final class ByteWindow {
    /** Large enough to make calls to storage cheap, small enough to stay in a core's cache. */
    private static final int INITIAL_BYTES = 256 * 1024;

    /** However large the window is, progress is reported and interrupts are noticed this often. */
    private static final int MAX_BYTES_AT_ONCE = 1024 * 1024;

    private final UnpackedInput input;
    private final ReadWatch watch;
    private byte[] bytes = new byte[INITIAL_BYTES];
    private int start;
    private int end;
    private long startOffset;
    private boolean ended;

    ByteWindow(UnpackedInput input, ReadWatch watch) {
        this.input = input;
        this.watch = watch;
    }

    String name() {
        return input.name();
    }

    /** The array with the window's bytes, from {@link #start()} to {@link #end()}; {@link #fill()} may replace it. */
    byte[] bytes() {
        return bytes;
    }

    int start() {
        return start;
    }

    int end() {
        return end;
    }

    int available() {
        return end - start;
    }

    /** Where the window starts in the uncompressed input. */
    long startOffset() {
        return startOffset;
    }

    /** Whether the window's end is known to be the input's end. */
    boolean ended() {
        return ended;
    }

    void consume(int count) {
        start += count;
        startOffset += count;
    }

    /** Reads until the window has that many bytes. @return false if the input ends before */
    boolean require(int count) {
        while (end - start < count) {
            if (!fill()) {
                return false;
            }
        }
        return true;
    }

    /** Reads more, which may move the window within its array. @return false at the input's end */
    boolean fill() {
        if (ended) {
            return false;
        }
        if (end == bytes.length) {
            makeRoom();
        }
        int count = input.read(bytes, end, Math.min(bytes.length - end, MAX_BYTES_AT_ONCE));
        watch.at(input.name(), input.storageBytes());
        if (count < 0) {
            ended = true;
            return false;
        }
        end += count;
        return true;
    }

    /**
     * Moving copies the bytes that are kept; growing if more than half is kept limits the cost to a constant per byte
     * read.
     */
    private void makeRoom() {
        int kept = end - start;
        if (kept > bytes.length / 2) {
            bytes = Arrays.copyOfRange(bytes, start, start + 2 * bytes.length);
        } else {
            System.arraycopy(bytes, start, bytes, 0, kept);
        }
        start = 0;
        end = kept;
    }
}
