package dev.squeeze.kit.kafka;

/**
 * Receives the outcome of a batch, once, in the thread that calls the producer. May send further batches, and must not throw. From
 * then on, the caller may reuse the batch's buffer.
 */
@FunctionalInterface
public interface SendCallback {
    void completed(PartitionId partition, SendOutcome outcome);
}
