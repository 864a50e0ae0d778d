package dev.squeeze.kit.document.live;

import dev.squeeze.kit.unit.UserFacingException;

/** The page cannot be served; the message contains the reason and the remedy. */
public final class LivePageException extends UserFacingException {
    private static final long serialVersionUID = 1L;

    LivePageException(String message, Throwable cause) {
        super(message, cause);
    }
}
