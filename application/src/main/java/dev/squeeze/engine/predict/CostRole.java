package dev.squeeze.engine.predict;

import dev.squeeze.kit.unit.KebabCase;

/** Whose CPU time it is. */
public enum CostRole {
    /** Application threads of a producer, which append records and compress most of them. */
    APPLICATION,
    /** The producer's network thread. */
    SENDER,
    /** The brokers' request handlers. */
    REQUEST_HANDLER,
    /** The brokers' network threads. */
    BROKER_NETWORK,
    /** A consumer's threads. */
    CONSUMER;

    /** As written in documents, such as {@code request-handler}. */
    public String key() {
        return KebabCase.of(this);
    }
}
