package dev.squeeze.feature.copy;

import dev.squeeze.kit.unit.UserFacingException;

/** Copying cannot continue; the message says what happened and what to do. */
public class CopyException extends UserFacingException {
    private static final long serialVersionUID = 1;

    public CopyException(String message) {
        super(message);
    }

    public CopyException(String message, Throwable cause) {
        super(message, cause);
    }
}
