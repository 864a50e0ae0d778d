package dev.squeeze.kit.document.live;

import dev.squeeze.kit.unit.UserFacingException;

/** The page cannot be served; the message says why, and what to do. */
public final class LivePageException extends UserFacingException {
    private static final long serialVersionUID = 1L;

    LivePageException(String message, Throwable cause) {
        super(message, cause);
    }
}
