package dev.squeeze.kit.source;

import java.util.Optional;

/** How records follow one another in a file. */
public enum RecordFormat {
    /** One record a line, the line's end not part of it. */
    LINES("lines"),
    /** One JSON document a line; the record is the line as it stands. */
    JSONL("jsonl"),
    /** One CSV row a record (RFC 4180 quoting, so a row may span lines); the record is the row as it stands. */
    CSV("csv"),
    /** A 4-byte big-endian length, then that many bytes, and so on. */
    LENGTH_PREFIXED("length-prefixed"),
    /** An Avro object container file; the record is the encoded datum, without an id in front. */
    AVRO("avro");

    private final String label;

    RecordFormat(String label) {
        this.label = label;
    }

    /** The name on the command line. */
    public String label() {
        return label;
    }

    public static Optional<RecordFormat> named(String label) {
        for (RecordFormat format : values()) {
            if (format.label.equals(label)) {
                return Optional.of(format);
            }
        }
        return Optional.empty();
    }
}
