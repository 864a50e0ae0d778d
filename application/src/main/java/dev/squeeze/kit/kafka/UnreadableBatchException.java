package dev.squeeze.kit.kafka;

/** A batch cannot be read. The message says why, to be put after the batch's place and a colon. */
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

    /** Whether nothing is wrong with it but that it unpacks to more than the reader takes. */
    public boolean isTooLarge() {
        return tooLarge;
    }
}
