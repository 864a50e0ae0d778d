package dev.squeeze.kit.source;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Reads each line as a record. The line feed, and a carriage return right before it, are not part of the record, as in
 * Kafka's console producer; bytes after the last line feed are also a record, unless there are none.
 *
 * <p>In the format {@code lines} an empty line is an empty record, again as in the console producer. In {@code jsonl},
 * where it cannot be a document, a line of white space is skipped and counted.
 */
final class LineReader implements RecordReader {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long LINE_FEEDS = 0x0a0a0a0a0a0a0a0aL;
    private static final long LOW_BITS = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;

    private final ByteWindow window;
    private final boolean blankIsRecord;
    private byte[] value = new byte[0];
    private long line;
    private long blankLines;

    LineReader(ByteWindow window, boolean blankIsRecord) {
        this.window = window;
        this.blankIsRecord = blankIsRecord;
    }

    @Override
    public boolean advance() {
        while (nextLine()) {
            if (blankIsRecord || !isBlank(value)) {
                return true;
            }
            blankLines++;
        }
        return false;
    }

    @Override
    public byte[] value() {
        return value;
    }

    @Override
    public String position() {
        return "line " + line;
    }

    @Override
    public long blankLines() {
        return blankLines;
    }

    private boolean nextLine() {
        int scanned = 0;
        while (true) {
            int start = window.start();
            int lineFeed = indexOfLineFeed(window.bytes(), start + scanned, window.end());
            if (lineFeed >= 0) {
                take(lineFeed - start, 1);
                return true;
            }
            scanned = window.available();
            if (scanned > LIMIT_BYTES + 1) {
                line++;
                throw RecordReader.tooLong(window, position());
            }
            if (!window.fill()) {
                if (scanned == 0) {
                    return false;
                }
                take(scanned, 0);
                return true;
            }
        }
    }

    private void take(int length, int lineFeeds) {
        line++;
        byte[] bytes = window.bytes();
        int start = window.start();
        boolean carriageReturn = lineFeeds == 1 && length > 0 && bytes[start + length - 1] == '\r';
        int recordLength = carriageReturn ? length - 1 : length;
        if (recordLength > LIMIT_BYTES) {
            throw RecordReader.tooLong(window, position());
        }
        value = Arrays.copyOfRange(bytes, start, start + recordLength);
        window.consume(length + lineFeeds);
    }

    /**
     * Searches eight bytes at a time. The test for a zero byte after the exclusive or is exact up to the lowest hit,
     * which is the one we need (Warren, Hacker's Delight, 6-1).
     */
    static int indexOfLineFeed(byte[] bytes, int from, int to) {
        int at = from;
        for (; at <= to - Long.BYTES; at += Long.BYTES) {
            long word = (long) LONGS.get(bytes, at) ^ LINE_FEEDS;
            long hits = (word - LOW_BITS) & ~word & HIGH_BITS;
            if (hits != 0) {
                return at + (Long.numberOfTrailingZeros(hits) >>> 3);
            }
        }
        for (; at < to; at++) {
            if (bytes[at] == '\n') {
                return at;
            }
        }
        return -1;
    }

    private static boolean isBlank(byte[] line) {
        for (byte b : line) {
            if (b != ' ' && b != '\t' && b != '\r') {
                return false;
            }
        }
        return true;
    }
}
