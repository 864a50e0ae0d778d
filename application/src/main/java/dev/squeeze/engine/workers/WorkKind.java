package dev.squeeze.engine.workers;

import com.fasterxml.jackson.databind.JsonNode;

/** A kind of work that workers can take; the application's root hands all of them to the command {@code worker}. */
public interface WorkKind {
    /** As tasks name it. */
    String name();

    /** Whether a worker takes it only where its owner said so when it was started. */
    default boolean needsConsent() {
        return false;
    }

    /**
     * Begins a work; the caller closes it.
     *
     * @param task as the coordinator gave it
     * @param place who does it
     * @throws dev.squeeze.kit.unit.UserFacingException when it cannot be done here
     */
    Work open(JsonNode task, WorkPlace place);

    /** The run whose works these were is over: what was kept for its next work can go. */
    default void runEnded() {}
}
