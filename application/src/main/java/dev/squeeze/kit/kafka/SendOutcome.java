package dev.squeeze.kit.kafka;

import java.util.OptionalLong;

/** The outcome of sending a batch. */
public sealed interface SendOutcome {
    /**
     * Acknowledged.
     *
     * @param appendTimeMillis the timestamp that the broker set for all records, as for topics with {@code
     *     message.timestamp.type=LogAppendTime}; absent if they keep their own
     */
    record Stored(long baseOffset, OptionalLong appendTimeMillis) implements SendOutcome {
        /** Records keep their own timestamps. */
        public Stored(long baseOffset) {
            this(baseOffset, OptionalLong.empty());
        }
    }

    /** Written to the connection with {@link Acks#NONE}; it is unknown whether it was stored. */
    record Unconfirmed() implements SendOutcome {}

    /**
     * Not acknowledged.
     *
     * @param error Kafka's name of the error, such as {@code CORRUPT_MESSAGE}
     * @param message one line with the partition and the remedy
     * @param mayPass nothing was stored, and a retry may succeed, as after a change of leader
     */
    record Refused(String error, String message, boolean mayPass) implements SendOutcome {}
}
