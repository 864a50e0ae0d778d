package dev.squeeze.kit.kafka;

import java.util.OptionalInt;

/**
 * Where to read on in a partition.
 *
 * @param offset the first that is wanted
 * @param lastEpoch leader epoch of the last batch before it; with it the leader finds out whether its log still holds what
 *     was read (KIP-320, KIP-595). Absent when unknown
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
