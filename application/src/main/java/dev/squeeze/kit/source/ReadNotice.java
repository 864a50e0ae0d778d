package dev.squeeze.kit.source;

/**
 * Something a user should know about how an input was read; it did not stop the reading.
 *
 * @param kind what sort of thing it is
 * @param message one sentence that names the input and, where there is one, the remedy; holds no record contents
 */
public record ReadNotice(Kind kind, String message) {
    public enum Kind {
        /** Bytes that look binary were read as lines. */
        BINARY_AS_LINES,
        /** Lines that should be JSON documents are not, and were read as they stand. */
        INVALID_JSON,
        /** A file in a folder was left out. */
        FILE_LEFT_OUT,
        /** Blank lines, or rows without the wanted field. */
        RECORDS_INCOMPLETE,
        /** The first row of a CSV file was taken as column names. */
        HEADER_ROW,
        /** Parts of a log hold no batch that can be read. */
        BATCHES_LEFT_OUT,
        /** Only stretches of a topic were read. */
        SAMPLED_TOPIC,
        /** Timestamps that are plainly wrong do not count for the rate. */
        TIMESTAMPS_LEFT_OUT,
        /** Producers send in another codec than most of what is stored. */
        CODEC_CHANGED,
        /** The records were made up. */
        SYNTHETIC,
        /** Something about segments that were rewritten. */
        SEGMENTS_REWRITTEN
    }
}
