package dev.squeeze.kit.source;

import java.util.Arrays;
import java.util.Locale;

/** Reads records that are preceded by their length, as a 4-byte big-endian integer. */
final class LengthPrefixedReader implements RecordReader {
    private static final int PREFIX_BYTES = 4;

    private final ByteWindow window;
    private byte[] value = new byte[0];
    private long record;

    LengthPrefixedReader(ByteWindow window) {
        this.window = window;
    }

    @Override
    public boolean advance() {
        if (!window.require(1)) {
            return false;
        }
        record++;
        if (!window.require(PREFIX_BYTES)) {
            throw failure(String.format(
                    Locale.ROOT,
                    "the input ends within the length at byte %,d, after %d of 4 bytes: was it truncated?",
                    window.startOffset(),
                    window.available()));
        }
        int length = length(window.bytes(), window.start());
        if (length < 0 || length > LIMIT_BYTES) {
            throw failure(String.format(
                    Locale.ROOT,
                    "length %,d at byte %,d is %s: is this really length-prefixed? try --format lines",
                    length,
                    window.startOffset(),
                    length < 0 ? "negative" : "beyond the limit of 64 MiB"));
        }
        if (!window.require(PREFIX_BYTES + length)) {
            throw failure(String.format(
                    Locale.ROOT,
                    "length %,d at byte %,d exceeds the %,d bytes that are left of the input: was it truncated, or is"
                            + " it not length-prefixed? try --format lines",
                    length,
                    window.startOffset(),
                    window.available() - PREFIX_BYTES));
        }
        int from = window.start() + PREFIX_BYTES;
        value = Arrays.copyOfRange(window.bytes(), from, from + length);
        window.consume(PREFIX_BYTES + length);
        return true;
    }

    static int length(byte[] bytes, int at) {
        return bytes[at] << 24 | (bytes[at + 1] & 0xff) << 16 | (bytes[at + 2] & 0xff) << 8 | bytes[at + 3] & 0xff;
    }

    @Override
    public byte[] value() {
        return value;
    }

    @Override
    public String position() {
        return "record " + record;
    }

    @Override
    public long blankLines() {
        return 0;
    }

    private SourceException failure(String what) {
        return new SourceException(window.name() + ": " + position() + ": " + what);
    }
}
