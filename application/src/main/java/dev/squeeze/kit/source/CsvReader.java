package dev.squeeze.kit.source;

import java.util.Arrays;
import java.util.Locale;

/**
 * Reads rows of CSV (RFC 4180) as records: a quoted field may contain line ends. The record is the row's unchanged
 * bytes without the line end. Empty rows are skipped and counted. A quote inside an unquoted field is an ordinary byte.
 *
 * <p>Fields are separated by commas, or by the semicolons or tabs of the first line ({@link CsvRow#delimiter}).
 */
final class CsvReader implements RecordReader {
    private static final int DELIMITER_SEARCH_BYTES = 64 * 1024;

    private enum State {
        FIELD_START,
        PLAIN,
        QUOTED,
        /** After a quote in a quoted field: either its end or the first half of an escaped quote. */
        QUOTE_IN_QUOTED
    }

    private final ByteWindow window;
    private final byte delimiter;
    private byte[] value = new byte[0];
    private State state = State.FIELD_START;
    private long row;
    private long line = 1;
    private long rowLine = 1;
    private long blankLines;

    CsvReader(ByteWindow window) {
        this.window = window;
        window.require(DELIMITER_SEARCH_BYTES);
        this.delimiter = delimiter(window.bytes(), window.start(), window.end());
    }

    byte delimiter() {
        return delimiter;
    }

    @Override
    public boolean advance() {
        while (nextRow()) {
            if (value.length > 0) {
                return true;
            }
            row--;
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
        return "row " + row + " on line " + rowLine;
    }

    @Override
    public long blankLines() {
        return blankLines;
    }

    private boolean nextRow() {
        row++;
        rowLine = line;
        state = State.FIELD_START;
        int scanned = 0;
        while (true) {
            int start = window.start();
            int lineFeed = endOfRow(window.bytes(), start + scanned, window.end());
            if (lineFeed >= 0) {
                line++;
                take(lineFeed - start, 1);
                return true;
            }
            scanned = window.available();
            if (scanned > LIMIT_BYTES + 1) {
                throw tooLong();
            }
            if (!window.fill()) {
                return lastRow(scanned);
            }
        }
    }

    private boolean lastRow(int length) {
        if (length == 0) {
            return false;
        }
        if (state == State.QUOTED) {
            throw new SourceException(String.format(
                    Locale.ROOT,
                    "%s: a quote in %s, which starts at byte %,d, is never closed: fix it, or try --format lines",
                    window.name(),
                    position(),
                    window.startOffset()));
        }
        take(length, 0);
        return true;
    }

    private void take(int length, int lineFeeds) {
        byte[] bytes = window.bytes();
        int start = window.start();
        boolean carriageReturn = lineFeeds == 1 && length > 0 && bytes[start + length - 1] == '\r';
        int recordLength = carriageReturn ? length - 1 : length;
        if (recordLength > LIMIT_BYTES) {
            throw tooLong();
        }
        value = Arrays.copyOfRange(bytes, start, start + recordLength);
        window.consume(length + lineFeeds);
    }

    private SourceException tooLong() {
        if (state != State.QUOTED) {
            return RecordReader.tooLong(window, position());
        }
        return new SourceException(String.format(
                Locale.ROOT,
                "%s: %s, which starts at byte %,d, has an open quote and is longer than the limit of 64 MiB: close the"
                        + " quote, or try --format lines",
                window.name(),
                position(),
                window.startOffset()));
    }

    /** Continues where the last call for the same row stopped. @return index of the row's line feed, or -1 */
    private int endOfRow(byte[] bytes, int from, int to) {
        State now = state;
        for (int at = from; at < to; at++) {
            byte b = bytes[at];
            if (now == State.QUOTED) {
                if (b == '"') {
                    now = State.QUOTE_IN_QUOTED;
                } else if (b == '\n') {
                    line++;
                }
            } else if (b == '\n') {
                state = now;
                return at;
            } else if (b == delimiter) {
                now = State.FIELD_START;
            } else if (b == '"') {
                now = now == State.PLAIN ? State.PLAIN : State.QUOTED;
            } else {
                now = State.PLAIN;
            }
        }
        state = now;
        return -1;
    }

    private static byte delimiter(byte[] bytes, int from, int to) {
        int lineFeed = LineReader.indexOfLineFeed(bytes, from, to);
        return CsvRow.delimiter(bytes, from, lineFeed < 0 ? to : lineFeed);
    }
}
