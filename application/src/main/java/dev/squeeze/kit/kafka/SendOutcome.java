package dev.squeeze.kit.kafka;

/** What became of a batch. */
public sealed interface SendOutcome {
    /** Acknowledged. */
    record Stored(long baseOffset) implements SendOutcome {}

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
