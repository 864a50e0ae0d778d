package dev.squeeze.kit.kafka;

import java.util.OptionalLong;

/** What became of a batch. */
public sealed interface SendOutcome {
    /**
     * Acknowledged.
     *
     * @param appendTimeMillis the timestamp that the broker gave to all records, as topics with
     *     {@code message.timestamp.type=LogAppendTime} have it done; absent where they keep their own
     */
    record Stored(long baseOffset, OptionalLong appendTimeMillis) implements SendOutcome {
        /** With the records' own timestamps. */
        public Stored(long baseOffset) {
            this(baseOffset, OptionalLong.empty());
        }
    }

    /** Written to the connection with {@link Acks#NONE}; whether it was stored is not known. */
    record Unconfirmed() implements SendOutcome {}

    /**
     * Not acknowledged.
     *
     * @param error Kafka's name of the error, such as {@code CORRUPT_MESSAGE}
     * @param message one line that names the partition and the remedy
     * @param mayPass nothing was stored, and sending the batch once more can succeed, as after a change of leaders
     */
    record Refused(String error, String message, boolean mayPass) implements SendOutcome {}
}
