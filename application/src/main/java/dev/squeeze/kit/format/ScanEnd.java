package dev.squeeze.kit.format;

import java.util.OptionalLong;

/** How a walk over batches ended. */
public sealed interface ScanEnd {
    /** Position in the buffer after the last complete batch that was visited. */
    int position();

    /** Every byte belonged to a complete batch. */
    record Complete(int position) implements ScanEnd {}

    /** The visitor stopped the walk. */
    record Stopped(int position) implements ScanEnd {}

    /**
     * The bytes end within a batch, as is normal for a fetch response or a piece of a file.
     *
     * @param batchBytes the size that the batch claims, counted from its position; absent if its length field is
     *     missing. Not validated, so limit any allocation based on it
     */
    record Truncated(int position, OptionalLong batchBytes) implements ScanEnd {}

    /**
     * A message in a format from before Kafka 0.11, which has no record batches.
     *
     * @param magic 0 or 1
     */
    record OldFormat(int position, byte magic) implements ScanEnd {}

    /**
     * The bytes at the position are not a batch header.
     *
     * @param reason what is wrong with it, to be appended to the name of the input and a colon
     */
    record Corrupt(int position, String reason) implements ScanEnd {}
}
