package dev.squeeze.kit.format;

import java.util.OptionalLong;

/** How a walk over batches ended. */
public sealed interface ScanEnd {
    /** Position in the buffer after the last whole batch that was visited. */
    int position();

    /** Every byte belonged to a whole batch. */
    record Complete(int position) implements ScanEnd {}

    /** The visitor had enough. */
    record Stopped(int position) implements ScanEnd {}

    /**
     * The bytes end within a batch, as those of a fetch response and of a piece of a file do.
     *
     * @param batchBytes what the batch claims to have from its position on, where that much of it is there; nobody has
     *     checked it, so nothing should be allocated by it unbounded
     */
    record Truncated(int position, OptionalLong batchBytes) implements ScanEnd {}

    /**
     * A message of a format before Kafka 0.11, which has no batches to speak of.
     *
     * @param magic 0 or 1
     */
    record OldFormat(int position, byte magic) implements ScanEnd {}

    /**
     * The bytes there are no batch header.
     *
     * @param reason what is impossible about it, to be put after the name of the input and a colon
     */
    record Corrupt(int position, String reason) implements ScanEnd {}
}
