package dev.squeeze.engine.workers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** A work under way in a worker. Orders come from one thread in their order; the rest from any. */
public interface Work extends AutoCloseable {
    /**
     * Carries an order out; may take its time.
     *
     * @param order which one
     * @param body what it says
     */
    void order(String order, JsonNode body) throws InterruptedException;

    /** How far it has come: goes along with each heartbeat, several a second. */
    ObjectNode progress();

    /** Ends it, also in the middle of an order; what was under way is lost. */
    @Override
    void close();
}
