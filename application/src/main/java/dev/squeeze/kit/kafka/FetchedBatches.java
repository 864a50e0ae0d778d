package dev.squeeze.kit.kafka;

import java.nio.ByteBuffer;
import java.util.List;

/** The result of a fetch for one partition. */
public sealed interface FetchedBatches {
    /**
     * Batches as stored.
     *
     * @param bytes the last batch may be incomplete; empty if no more data is committed yet
     * @param aborted the aborted transactions among them
     * @param logStartOffset the first offset that the partition still contains
     * @param lastStableOffset there is no open transaction before it
     */
    record Found(ByteBuffer bytes, List<Aborted> aborted, long logStartOffset, long lastStableOffset)
            implements FetchedBatches {
        public Found {
            aborted = List.copyOf(aborted);
        }
    }

    /** The partition does not contain the offset, or no longer does. */
    record OutOfRange() implements FetchedBatches {}

    /**
     * The leader's log was truncated before the position, so it no longer contains all that was read.
     *
     * @param leaderEpoch the last epoch that the leader's log has in common with what was read
     * @param endOffset where that epoch ends in the leader's log
     */
    record Diverged(int leaderEpoch, long endOffset) implements FetchedBatches {}

    /** The leader is changing, or did not respond for this partition; fetch again. */
    record NotNow(String why) implements FetchedBatches {}

    /**
     * An aborted transaction.
     *
     * @param firstOffset from which the producer's data is to be discarded, up to its next marker
     */
    record Aborted(long producerId, long firstOffset) {}
}
