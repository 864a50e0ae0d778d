package dev.squeeze.kit.kafka;

import java.nio.ByteBuffer;
import java.util.List;

/** What a leader answered of one partition. */
public sealed interface FetchedBatches {
    /**
     * Batches as stored.
     *
     * @param bytes of which the last batch may be cut off; empty where there is nothing committed to be had yet
     * @param aborted the transactions among them that were aborted, by their first offset
     * @param logStartOffset the first offset that the partition still holds
     * @param lastStableOffset before which no transaction is open
     */
    record Found(ByteBuffer bytes, List<Aborted> aborted, long logStartOffset, long lastStableOffset)
            implements FetchedBatches {
        public Found {
            aborted = List.copyOf(aborted);
        }
    }

    /** The partition does not hold the offset, or no longer. */
    record OutOfRange() implements FetchedBatches {}

    /**
     * The leader's log does not hold what was read before the position: it was truncated.
     *
     * @param leaderEpoch the last that the leader's log has in common with what was read
     * @param endOffset where that epoch ends in the leader's log
     */
    record Diverged(int leaderEpoch, long endOffset) implements FetchedBatches {}

    /** The leader is changing; the next fetch asks another one. */
    record NotNow(String why) implements FetchedBatches {}

    /**
     * A transaction that came to nothing.
     *
     * @param firstOffset from which on data of the producer are void, up to its next marker
     */
    record Aborted(long producerId, long firstOffset) {}
}
