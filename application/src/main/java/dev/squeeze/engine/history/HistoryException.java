package dev.squeeze.engine.history;

import dev.squeeze.kit.unit.UserFacingException;

/** A history that cannot be written or read; the message names the file and says what to do. */
public final class HistoryException extends UserFacingException {
    private static final long serialVersionUID = 1;

    public HistoryException(String message) {
        super(message);
    }

    public HistoryException(String message, Throwable cause) {
        super(message, cause);
    }
}
