package dev.squeeze.kit.source;

import java.util.Arrays;
import java.util.Locale;

/** Records that each follow their own length, four bytes with the most significant first. */
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
                    "the input ends within the length at byte %,d, %d of 4 bytes are there: was it cut short?",
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
                    "length %,d at byte %,d goes beyond the input's end, %,d bytes are left: was it cut short, or is"
                            + " this not length-prefixed? try --format lines",
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
