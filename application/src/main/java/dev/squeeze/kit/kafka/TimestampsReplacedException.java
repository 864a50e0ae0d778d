package dev.squeeze.kit.kafka;

import dev.squeeze.kit.unit.UserFacingException;

/** A broker replaced the timestamps of records with its own. */
public final class TimestampsReplacedException extends UserFacingException {
    private static final long serialVersionUID = 1L;

    TimestampsReplacedException(PartitionId partition) {
        super("the broker replaced the timestamps of records for " + partition
                + " with its own, as with message.timestamp.type=LogAppendTime");
    }
}
