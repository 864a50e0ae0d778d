package dev.squeeze.kit.source;

import dev.squeeze.kit.unit.UserFacingException;

/** An input cannot be read. The message is one line that names the input, the position and what to do. */
public class SourceException extends UserFacingException {
    private static final long serialVersionUID = 1L;

    public SourceException(String message) {
        super(message);
    }

    public SourceException(String message, Throwable cause) {
        super(message, cause);
    }
}
