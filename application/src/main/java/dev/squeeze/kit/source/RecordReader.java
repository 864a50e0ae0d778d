package dev.squeeze.kit.source;

import java.util.Locale;

/** Splits an input into records, one at a time. Failures are {@link SourceException}s that name input and position. */
interface RecordReader {

    /**
     * The longest record that is read. A producer cannot send one longer than its {@code buffer.memory} (32 MiB by
     * default), and brokers reject records far smaller than that, so twice as much excludes no real topic. The limit
     * bounds memory, and detects text read as length-prefixed, since four bytes of text are a length of at least
     * 0x09090909 (144 MiB).
     */
    int LIMIT_BYTES = 64 * 1024 * 1024;

    /** Moves to the next record. @return false if there is none */
    boolean advance();

    /** The current record, in a new array. */
    byte[] value();

    /** The position of the current record, such as {@code line 17}. */
    String position();

    /** Number of blank lines skipped so far. */
    long blankLines();

    static SourceException tooLong(ByteWindow window, String position) {
        return new SourceException(String.format(
                Locale.ROOT,
                "%s: %s, which starts at byte %,d, is longer than the limit of 64 MiB: is this really one record per"
                        + " line? try --format length-prefixed",
                window.name(),
                position,
                window.startOffset()));
    }
}
