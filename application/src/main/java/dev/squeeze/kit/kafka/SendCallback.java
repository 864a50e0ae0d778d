package dev.squeeze.kit.kafka;

/**
 * Receives what became of a batch, once, in the thread of the producer's caller. May send further batches, and must not throw. The batch's buffer
 * is the caller's again.
 */
@FunctionalInterface
public interface SendCallback {
    void completed(PartitionId partition, SendOutcome outcome);
}
