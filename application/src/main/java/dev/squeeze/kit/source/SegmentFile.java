package dev.squeeze.kit.source;

import java.nio.file.Path;
import java.util.Comparator;

/**
 * A segment of a partition's log.
 *
 * @param path the file
 * @param topic the topic that its folder is named after, or the folder's name where that names no partition
 * @param partition the partition by the folder's name, or 0
 * @param baseOffset offset of the first record by the file's name, or 0 where the name is none of a segment's
 * @param storedBytes bytes of the file when it was found; a broker may append to it
 */
public record SegmentFile(Path path, String topic, int partition, long baseOffset, long storedBytes) {
    /** Topic, partition, offset; then the path, so that copies of one segment have an order too. */
    static final Comparator<SegmentFile> IN_OFFSET_ORDER = Comparator.comparing(SegmentFile::topic)
            .thenComparingInt(SegmentFile::partition)
            .thenComparingLong(SegmentFile::baseOffset)
            .thenComparing(SegmentFile::path);

    /** The partition as its folder is called, such as {@code orders-3}. */
    public String partitionName() {
        return topic + "-" + partition;
    }
}
