package dev.squeeze.kit.kafka;

/** The acknowledgements that a producer waits for: the producer setting {@code acks}. */
public enum Acks {
    /** The broker sends no response, not even an error. */
    NONE((short) 0),
    LEADER((short) 1),
    /** All in-sync replicas. */
    ALL((short) -1);

    private final short code;

    Acks(short code) {
        this.code = code;
    }

    short code() {
        return code;
    }
}
