package dev.squeeze.kit.source;

import java.util.Locale;

/** Cuts an input into records, one at a time. Failures are {@link SourceException}s that name input and position. */
interface RecordReader {

    /**
     * The longest record that is read. A producer cannot send one longer than its {@code buffer.memory} (32 MiB unless
     * changed) and brokers refuse anything near that, so twice as much leaves no real topic out; it bounds memory; and
     * it unmasks text read as length-prefixed, whose four bytes as a length are at least 0x09090909 (144 MiB).
     */
    int LIMIT_BYTES = 64 * 1024 * 1024;

    /** Moves to the next record. @return false when there is none */
    boolean advance();

    /** The current record in an array of its own. */
    byte[] value();

    /** Where the current record is, such as {@code line 17}. */
    String position();

    /** Blank lines passed over so far. */
    long blankLines();

    static SourceException tooLong(ByteWindow window, String position) {
        return new SourceException(String.format(
                Locale.ROOT,
                "%s: %s, which begins at byte %,d, is longer than the limit of 64 MiB: is this really one record a"
                        + " line? try --format length-prefixed",
                window.name(),
                position,
                window.startOffset()));
    }
}
