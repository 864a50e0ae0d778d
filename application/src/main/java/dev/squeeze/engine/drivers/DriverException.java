package dev.squeeze.engine.drivers;

import dev.squeeze.kit.unit.UserFacingException;
import java.util.List;

/** A driver could not be built or started, died, or refused a request. The message is one line and says what to do. */
public final class DriverException extends UserFacingException {
    private static final long serialVersionUID = 1L;

    private final List<String> said;

    public DriverException(String message) {
        this(message, List.of());
    }

    /** @param said the last lines that the program printed, oldest first */
    public DriverException(String message, List<String> said) {
        super(message);
        this.said = List.copyOf(said);
    }

    public DriverException(String message, Throwable cause) {
        super(message, cause);
        this.said = List.of();
    }

    @Override
    public List<String> details() {
        return said;
    }
}
