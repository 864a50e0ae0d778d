package dev.squeeze.engine.measure;

import dev.squeeze.kit.unit.UserFacingException;

/** A batch did not come back as it went in. No figure of the run may be trusted. */
public final class RoundTripException extends UserFacingException {
    private static final long serialVersionUID = 1L;

    public RoundTripException(String message) {
        super(message);
    }
}
