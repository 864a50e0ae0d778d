package dev.squeeze.feature.recompress;

import dev.squeeze.kit.unit.UserFacingException;

/** Rewriting cannot continue; the message says what happened and what to do. */
public final class RewriteException extends UserFacingException {
    private static final long serialVersionUID = 1;

    public RewriteException(String message) {
        super(message);
    }

    public RewriteException(String message, Throwable cause) {
        super(message, cause);
    }
}
