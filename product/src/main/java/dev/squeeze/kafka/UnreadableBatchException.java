package dev.squeeze.kafka;

/** A batch cannot be read. The message says why, to be put after the batch's place and a colon. */
public final class UnreadableBatchException extends Exception {
    private static final long serialVersionUID = 1L;

    UnreadableBatchException(String message) {
        super(message);
    }

    UnreadableBatchException(String message, Throwable cause) {
        super(message, cause);
    }
}
