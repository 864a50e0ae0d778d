package dev.squeeze.kit.source;

import java.util.Optional;

/** How records are stored in a file. */
public enum RecordFormat {
    /** One record per line, without the line end. */
    LINES("lines"),
    /** One JSON document per line; the record is the unchanged line. */
    JSONL("jsonl"),
    /** One CSV row per record (RFC 4180 quoting, so a row may span lines); the record is the unchanged row. */
    CSV("csv"),
    /** A 4-byte big-endian length, then that many bytes, and so on. */
    LENGTH_PREFIXED("length-prefixed"),
    /** An Avro object container file; the record is the encoded datum, without a schema id in front. */
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
