package dev.squeeze.kit.kafka;

/** How streaming a range of a partition ended. */
public sealed interface StreamEnd {
    /** The offset to go on from: the one after the last batch that was visited, or the range's end. */
    long nextOffset();

    /** Every batch that begins before the last offset wanted was visited. */
    record Reached(long nextOffset) implements StreamEnd {}

    /** The log ends before the last offset wanted. */
    record LogEnd(long nextOffset) implements StreamEnd {}

    /** The visitor had enough. */
    record Stopped(long nextOffset) implements StreamEnd {}

    /**
     * Messages of a format before Kafka 0.11 follow, which have no batch headers to read.
     *
     * @param magic 0 or 1
     */
    record OldFormat(long nextOffset, byte magic) implements StreamEnd {}
}
