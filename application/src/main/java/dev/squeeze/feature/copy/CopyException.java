package dev.squeeze.feature.copy;

/** Copying cannot continue; the message says what happened and what to do. */
public final class CopyException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public CopyException(String message) {
        super(message);
    }

    public CopyException(String message, Throwable cause) {
        super(message, cause);
    }
}
