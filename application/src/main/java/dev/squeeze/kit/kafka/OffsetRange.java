package dev.squeeze.kit.kafka;

/**
 * The offsets that a partition's log holds; after a compaction or a transaction not every one of them has a record.
 *
 * @param earliest the first that can be fetched
 * @param latest the next that consumers will see, one after their last (the high watermark)
 */
public record OffsetRange(long earliest, long latest) {
    public boolean isEmpty() {
        return earliest >= latest;
    }

    /** Number of offsets between the two. */
    public long count() {
        return Math.max(0, latest - earliest);
    }
}
