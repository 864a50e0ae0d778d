package dev.squeeze.kit.kafka;

/**
 * The offsets of a partition's log. After compaction, and because of transaction markers, not every offset has a record.
 *
 * @param earliest the first offset that can be fetched
 * @param latest the offset after the last record visible to consumers (the high watermark)
 */
public record OffsetRange(long earliest, long latest) {
    public boolean isEmpty() {
        return earliest >= latest;
    }

    /** Number of offsets in the range. */
    public long count() {
        return Math.max(0, latest - earliest);
    }
}
