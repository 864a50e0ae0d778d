package dev.squeeze.kit.kafka;

/** A batch cannot be read. The message is the reason, to be appended to the batch's location and a colon. */
public final class UnreadableBatchException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean tooLarge;

    UnreadableBatchException(String message) {
        this(message, false);
    }

    UnreadableBatchException(String message, boolean tooLarge) {
        super(message);
        this.tooLarge = tooLarge;
    }

    UnreadableBatchException(String message, Throwable cause) {
        super(message, cause);
        this.tooLarge = false;
    }

    /** Whether the batch is intact, but its uncompressed size exceeds the reader's limit. */
    public boolean isTooLarge() {
        return tooLarge;
    }
}
