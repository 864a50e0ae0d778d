package dev.squeeze.kit.kafka;

/** Whose word a producer waits for, as in the producer's setting {@code acks}. */
public enum Acks {
    /** Nobody's: the broker does not answer, not even to refuse. */
    NONE((short) 0),
    LEADER((short) 1),
    /** Every replica in sync. */
    ALL((short) -1);

    private final short code;

    Acks(short code) {
        this.code = code;
    }

    short code() {
        return code;
    }
}
