package dev.squeeze.feature.copy;

/** A record that is larger than the batches that the destination accepts. */
final class TooLargeException extends RuntimeException {
    private static final long serialVersionUID = 1;

    TooLargeException(String topic, ReadyBatch from, int bytes, int largest) {
        super("a record of partition " + topic + "-" + from.partition() + " of the source, at or before offset "
                + from.lastOffset() + ", takes " + bytes + " bytes as a batch, and the destination takes no more than "
                + largest + " (max.message.bytes)");
    }
}
