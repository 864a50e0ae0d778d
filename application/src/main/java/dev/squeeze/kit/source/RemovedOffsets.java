package dev.squeeze.kit.source;

import dev.squeeze.kit.format.BatchHeader;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Offsets that no record has any more, since compaction took it out: more was sent than the log holds. A batch keeps the
 * offset of its last record when that is removed, and a gap is left where all of a batch is.
 */
public final class RemovedOffsets {
    /** Less is not worth a word. */
    private static final double MIN_SHARE = 0.01;

    private @Nullable Object within;
    private long nextOffset;
    private long present;
    private long covered;

    /**
     * Sees a batch; all of those that follow one another, control batches too.
     *
     * @param part of the log that has no gaps but those that compaction leaves, such as a segment
     */
    public void add(Object part, BatchHeader header) {
        long gap = part.equals(within) ? Math.max(0, header.baseOffset() - nextOffset) : 0;
        long offsets = header.lastOffsetDelta() + 1L;
        within = part;
        nextOffset = header.lastOffset() + 1;
        covered += gap + offsets;
        // What a control batch holds is no record, and was never one.
        present += header.isControl() ? offsets : Math.min(offsets, header.recordCount());
    }

    /** Share of the offsets from the first batch of each part to its last, 0 to 1; absent where hardly any is missing. */
    public OptionalDouble share() {
        return shareOf(covered);
    }

    /** The same of a topic whose batches were seen. */
    public OptionalDouble shareOf(TopicBatches topic) {
        return topic.whole() ? share() : shareOf(topic.readOffsetsFromFirst());
    }

    /**
     * How many records were sent where so many are left.
     *
     * @param removedShare as {@link #share} has it
     */
    public static double sent(double left, OptionalDouble removedShare) {
        return left / (1 - removedShare.orElse(0));
    }

    /**
     * The same where more is known than the batches show.
     *
     * @param offsets of all parts that were read, those without any batch included
     */
    OptionalDouble shareOf(long offsets) {
        double share = 1 - present / (double) Math.max(1, offsets);
        return present < (1 - MIN_SHARE) * covered && share >= MIN_SHARE
                ? OptionalDouble.of(share)
                : OptionalDouble.empty();
    }
}
