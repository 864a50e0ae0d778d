package dev.squeeze.kit.cluster;

import dev.squeeze.kit.unit.UserFacingException;
import java.util.List;

/** A cluster did not start, broke down or refused something. The message is one line and says what to do. */
public final class ClusterException extends UserFacingException {
    private static final long serialVersionUID = 1L;

    private final List<String> logTail;

    public ClusterException(String message) {
        this(message, List.of());
    }

    public ClusterException(String message, Throwable cause) {
        super(message, cause);
        this.logTail = List.of();
    }

    /** @param logTail the last lines that the broker logged, oldest first; empty where no broker is to blame */
    public ClusterException(String message, List<String> logTail) {
        super(message);
        this.logTail = List.copyOf(logTail);
    }

    /** The last lines that the broker logged, oldest first. */
    @Override
    public List<String> details() {
        return logTail;
    }
}
