package dev.squeeze.kit.source;

import dev.squeeze.kit.format.BatchHeader;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Counts offsets whose records compaction has removed: more records were sent than the log contains. A batch keeps its
 * last offset even if that record is removed; if a whole batch is removed, it leaves a gap.
 */
public final class RemovedOffsets {
    /** A smaller share is not reported. */
    private static final double MIN_SHARE = 0.01;

    private @Nullable Object within;
    private long nextOffset;
    private long present;
    private long covered;

    /**
     * Adds a batch. Must be called for all consecutive batches, including control batches.
     *
     * @param part part a part of the log in which only compaction leaves gaps, such as a segment
     */
    public void add(Object part, BatchHeader header) {
        long gap = part.equals(within) ? Math.max(0, header.baseOffset() - nextOffset) : 0;
        long offsets = header.lastOffsetDelta() + 1L;
        within = part;
        nextOffset = header.lastOffset() + 1;
        covered += gap + offsets;
        // The contents of a control batch do not count as removed records.
        present += header.isControl() ? offsets : Math.min(offsets, header.recordCount());
    }

    /**
     * Removed share of the offsets from the first to the last batch of each part, 0 to 1; absent if hardly any are
     * missing.
     */
    public OptionalDouble share() {
        return shareOf(covered);
    }

    /** The removed share for a topic whose batches were added. */
    public OptionalDouble shareOf(TopicBatches topic) {
        return topic.whole() ? share() : shareOf(topic.readOffsetsFromFirst());
    }

    /**
     * Returns how many records were sent if this many are left.
     *
     * @param removedShare as returned by {@link #share}
     */
    public static double sent(double left, OptionalDouble removedShare) {
        return left / (1 - removedShare.orElse(0));
    }

    /**
     * The removed share, if more offsets are known than the batches show.
     *
     * @param offsets offsets in all parts that were read, including those without any batch
     */
    OptionalDouble shareOf(long offsets) {
        double share = 1 - present / (double) Math.max(1, offsets);
        return present < (1 - MIN_SHARE) * covered && share >= MIN_SHARE
                ? OptionalDouble.of(share)
                : OptionalDouble.empty();
    }
}
