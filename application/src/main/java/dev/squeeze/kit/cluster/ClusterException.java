package dev.squeeze.kit.cluster;

import dev.squeeze.kit.unit.UserFacingException;
import java.util.List;

/** A cluster did not start, failed or refused a request. The message is one line and contains the remedy. */
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

    /** @param logTail the last lines of the broker's log, oldest first; empty if no broker is the cause */
    public ClusterException(String message, List<String> logTail) {
        super(message);
        this.logTail = List.copyOf(logTail);
    }

    /** The last lines of the broker's log, oldest first. */
    @Override
    public List<String> details() {
        return logTail;
    }
}
