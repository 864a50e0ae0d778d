package dev.squeeze.engine.history;

import dev.squeeze.kit.unit.UserFacingException;

/** A history that cannot be written or read; the message says which file, and what to do. */
public final class HistoryException extends UserFacingException {
    private static final long serialVersionUID = 1;

    public HistoryException(String message) {
        super(message);
    }

    public HistoryException(String message, Throwable cause) {
        super(message, cause);
    }
}
