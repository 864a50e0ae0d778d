package dev.squeeze.feature.gateway;

import dev.squeeze.kit.unit.UserFacingException;

/** A gateway cannot work; the message is for the user and says what to do. */
public final class GatewayException extends UserFacingException {
    private static final long serialVersionUID = 1L;

    public GatewayException(String message) {
        super(message);
    }

    public GatewayException(String message, Throwable cause) {
        super(message, cause);
    }
}
