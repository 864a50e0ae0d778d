package dev.squeeze.feature.copy;

/** A single record does not fit into the largest batch that the destination accepts. */
final class TooLargeException extends RuntimeException {
    private static final long serialVersionUID = 1;

    TooLargeException(String topic, ReadyBatch from, int bytes, int largest) {
        super("a record of partition " + topic + "-" + from.partition() + " of the source, at or before offset "
                + from.lastOffset() + ", needs a batch of " + bytes
                + " bytes, but the destination accepts no more than "
                + largest + " (max.message.bytes)");
    }
}
