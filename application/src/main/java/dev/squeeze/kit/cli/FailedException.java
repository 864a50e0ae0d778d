package dev.squeeze.kit.cli;

import dev.squeeze.kit.unit.UserFacingException;

/** A command failed; the message is one line for the user. */
public final class FailedException extends UserFacingException {
    private static final long serialVersionUID = 1L;

    public FailedException(String message) {
        super(message);
    }

    public FailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
