package dev.squeeze.feature.gateway;

import dev.squeeze.kit.unit.KebabCase;

/** When a request is answered. */
public enum Acknowledge {
    /** With 202, once its records are in the queue. */
    QUEUED,
    /** With 200, once the broker has acknowledged them. */
    BROKER;

    /** The name in {@code --ack} and in result documents. */
    public String key() {
        return KebabCase.of(this);
    }
}
