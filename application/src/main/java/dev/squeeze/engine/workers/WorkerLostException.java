package dev.squeeze.engine.workers;

import dev.squeeze.kit.unit.UserFacingException;

/**
 * A worker died, was paused, or received an order too late: the current results are invalid, but the work may be
 * repeated.
 */
public final class WorkerLostException extends UserFacingException {
    private static final long serialVersionUID = 1L;

    /** @param message which worker, and what happened to it */
    public WorkerLostException(String message) {
        super(message);
    }
}
