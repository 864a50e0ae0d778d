package dev.squeeze.kit.source;

import java.nio.file.Path;
import java.util.Comparator;

/**
 * A segment of a partition's log.
 *
 * @param path the file
 * @param topic the topic from its folder's name, or the folder's name if it is not that of a partition
 * @param partition the partition from the folder's name, or 0
 * @param baseOffset offset of the first record from the file's name, or 0 if that is not the name of a segment
 * @param storedBytes size of the file when it was found; a broker may append to it
 */
public record SegmentFile(Path path, String topic, int partition, long baseOffset, long storedBytes) {
    /** Topic, partition, offset, and finally the path, so that copies of a segment have a defined order. */
    static final Comparator<SegmentFile> IN_OFFSET_ORDER = Comparator.comparing(SegmentFile::topic)
            .thenComparingInt(SegmentFile::partition)
            .thenComparingLong(SegmentFile::baseOffset)
            .thenComparing(SegmentFile::path);

    /** The partition's folder name, such as {@code orders-3}. */
    public String partitionName() {
        return topic + "-" + partition;
    }
}
