package dev.squeeze.cli;

/** A command failed; the message is one line for the user. */
final class FailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    FailedException(String message) {
        super(message);
    }

    FailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
