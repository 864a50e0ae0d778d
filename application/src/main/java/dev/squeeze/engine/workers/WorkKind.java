package dev.squeeze.engine.workers;

import com.fasterxml.jackson.databind.JsonNode;

/** A kind of work that workers can do; the application's root passes all kinds to the command {@code worker}. */
public interface WorkKind {
    /** Name of the kind in tasks. */
    String name();

    /** Whether a worker accepts it only if its owner allowed it at start-up. */
    default boolean needsConsent() {
        return false;
    }

    /**
     * Begins a work item; the caller closes it.
     *
     * @param task as the coordinator sent it
     * @param place the worker that does it
     * @throws dev.squeeze.kit.unit.UserFacingException when it cannot be done here
     */
    Work open(JsonNode task, WorkPlace place);

    /** Called when a run with work of this kind is over: state kept for its next work item can be released. */
    default void runEnded() {}
}
