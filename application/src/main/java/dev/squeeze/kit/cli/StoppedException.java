package dev.squeeze.kit.cli;

import dev.squeeze.kit.unit.UserFacingException;

/** The user stopped the run before it had a result. */
public final class StoppedException extends UserFacingException {
    private static final long serialVersionUID = 1L;

    public StoppedException(String message) {
        super(message);
    }
}
