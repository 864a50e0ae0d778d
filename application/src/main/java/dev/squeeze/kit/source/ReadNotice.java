package dev.squeeze.kit.source;

/**
 * Something that the user should know about how an input was read, without being an error.
 *
 * @param kind the kind of notice
 * @param message one sentence that names the input and the remedy, if there is one; contains no record contents
 */
public record ReadNotice(Kind kind, String message) {
    public enum Kind {
        /** Bytes that look binary were read as lines. */
        BINARY_AS_LINES,
        /** Lines that should be JSON documents are not, and were read unchanged. */
        INVALID_JSON,
        /** A file in a folder was left out. */
        FILE_LEFT_OUT,
        /** Blank lines, or records without a requested field. */
        RECORDS_INCOMPLETE,
        /** The first row of a CSV file was read as column names. */
        HEADER_ROW,
        /** Parts of a log contain no readable batch. */
        BATCHES_LEFT_OUT,
        /** Only parts of a topic were read. */
        SAMPLED_TOPIC,
        /** Timestamps that are obviously wrong were ignored for the rate. */
        TIMESTAMPS_LEFT_OUT,
        /** Producers send with a codec other than that of most stored data. */
        CODEC_CHANGED,
        /** The records are synthetic. */
        SYNTHETIC,
        /** About segments that were rewritten. */
        SEGMENTS_REWRITTEN
    }
}
