package dev.squeeze.engine.workers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Work in progress on a worker. Orders are delivered by one thread, in order; other methods may be called by any
 * thread.
 */
public interface Work extends AutoCloseable {
    /**
     * Carries out an order; may take a while.
     *
     * @param order name of the order
     * @param body its parameters
     */
    void order(String order, JsonNode body) throws InterruptedException;

    /** Progress, sent with each heartbeat, several times a second. */
    ObjectNode progress();

    /** Ends the work, even while an order is being carried out; unfinished results are lost. */
    @Override
    void close();
}
