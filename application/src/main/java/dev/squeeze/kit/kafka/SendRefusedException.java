package dev.squeeze.kit.kafka;

/** A broker did not store a batch. */
public final class SendRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient PartitionId partition;
    private final transient SendOutcome.Refused refusal;

    public SendRefusedException(PartitionId partition, SendOutcome.Refused refusal) {
        super(refusal.message());
        this.partition = partition;
        this.refusal = refusal;
    }

    public PartitionId partition() {
        return partition;
    }

    public SendOutcome.Refused refusal() {
        return refusal;
    }
}
