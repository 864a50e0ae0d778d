package dev.squeeze.kit.kafka;

import dev.squeeze.kit.unit.UserFacingException;
import org.jspecify.annotations.Nullable;

/** A codec does not work on this machine. The message contains the remedy. */
public final class CodecUnavailableException extends UserFacingException {
    private static final long serialVersionUID = 1L;

    CodecUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
