package dev.squeeze.kit.kafka;

import java.util.OptionalInt;

/**
 * Where to continue reading in a partition.
 *
 * @param offset the next offset to read
 * @param lastEpoch leader epoch of the last batch before it, from which the leader detects whether its log still contains what was
 *     read (KIP-320, KIP-595). Absent if unknown
 */
public record FetchPosition(long offset, OptionalInt lastEpoch) {
    public FetchPosition {
        if (offset < 0 || lastEpoch.isPresent() && lastEpoch.getAsInt() < 0) {
            throw new IllegalArgumentException(
                    "offset and leader epoch must be at least 0, got " + offset + " and " + lastEpoch);
        }
    }

    /** Without a leader epoch. */
    public static FetchPosition at(long offset) {
        return new FetchPosition(offset, OptionalInt.empty());
    }
}
