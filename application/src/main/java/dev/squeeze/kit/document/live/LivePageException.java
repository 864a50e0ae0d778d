package dev.squeeze.kit.document.live;

/** The page cannot be served; the message says why, and what to do. */
public final class LivePageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LivePageException(String message, Throwable cause) {
        super(message, cause);
    }
}
