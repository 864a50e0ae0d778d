package dev.squeeze.feature.gateway;

/** When a request is answered. */
public enum Acknowledge {
    /** With 202, once its records are in the queue. */
    QUEUED,
    /** With 200, once the broker has acknowledged them. */
    BROKER
}
