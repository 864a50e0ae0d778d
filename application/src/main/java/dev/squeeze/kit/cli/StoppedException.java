package dev.squeeze.kit.cli;

import dev.squeeze.kit.unit.UserFacingException;

/** The user ended the run before there was anything to show. */
public final class StoppedException extends UserFacingException {
    private static final long serialVersionUID = 1L;

    public StoppedException(String message) {
        super(message);
    }
}
