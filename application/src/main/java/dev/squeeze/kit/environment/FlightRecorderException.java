package dev.squeeze.kit.environment;

import dev.squeeze.kit.unit.UserFacingException;

/** A flight recording could not be made or read. The message is one line and contains the remedy. */
public final class FlightRecorderException extends UserFacingException {
    private static final long serialVersionUID = 1L;

    public FlightRecorderException(String message) {
        super(message);
    }

    public FlightRecorderException(String message, Throwable cause) {
        super(message, cause);
    }
}
