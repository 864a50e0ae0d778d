package dev.squeeze.feature.gateway;

import dev.squeeze.kit.unit.KebabCase;

/** Reasons for refusing a request. None of its records is in the queue then. */
enum Refusal {
    BAD_REQUEST(400),
    UNAUTHORIZED(401),
    TOPIC_NOT_ALLOWED(403),
    CROSS_SITE(403),
    UNKNOWN_PATH(404),
    UNKNOWN_TOPIC(404),
    WRONG_METHOD(405),
    TOO_SLOW(408),
    TOO_LARGE(413),
    UNSUPPORTED(415),
    MISDIRECTED(421),
    QUEUE_FULL(429),
    CLUSTER_SILENT(503),
    SHUTTING_DOWN(503);

    private final int status;

    Refusal(int status) {
        this.status = status;
    }

    int status() {
        return status;
    }

    /** The name in responses and metrics, such as {@code queue-full}. */
    String label() {
        return KebabCase.of(this);
    }

    /** Whether the same request may be accepted a moment later. */
    boolean passes() {
        return this == QUEUE_FULL || this == CLUSTER_SILENT || this == SHUTTING_DOWN;
    }
}
