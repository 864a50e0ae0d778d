package dev.squeeze.kit.kafka;

/** How streaming a range of a partition ended. */
public sealed interface StreamEnd {
    /** The offset to continue from: the one after the last batch that was visited, or the range's end. */
    long nextOffset();

    /** Every batch that begins before the end of the range was visited. */
    record Reached(long nextOffset) implements StreamEnd {}

    /** The log ends before the end of the range. */
    record LogEnd(long nextOffset) implements StreamEnd {}

    /** The visitor stopped. */
    record Stopped(long nextOffset) implements StreamEnd {}

    /**
     * Messages in a format from before Kafka 0.11 follow, which have no batch headers.
     *
     * @param magic 0 or 1
     */
    record OldFormat(long nextOffset, byte magic) implements StreamEnd {}
}
