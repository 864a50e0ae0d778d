package dev.squeeze.engine.inspection;

/** What was seen of one partition. */
final class PartitionTally {
    final String name;
    long segments;
    long batches;
    long records;
    long storedBytes;
    private long firstOffset = -1;
    private long lastOffset = -1;
    private long seenUpTo = -1;

    PartitionTally(String name) {
        this.name = name;
    }

    /** @return offsets between the last batch and this one; none where copies of a segment overlap */
    long advance(long base, long last) {
        long gap = seenUpTo < 0 ? 0 : Math.max(0, base - seenUpTo - 1);
        firstOffset = firstOffset < 0 ? base : Math.min(firstOffset, base);
        lastOffset = Math.max(lastOffset, last);
        seenUpTo = Math.max(seenUpTo, last);
        return gap;
    }

    /** What comes next does not follow on what was seen: offsets between were not looked at. */
    void skip() {
        seenUpTo = -1;
    }

    /** The offsets that the partition has, beyond those that were seen; last is before first where it is empty. */
    void reaches(long first, long last) {
        firstOffset = first;
        lastOffset = last;
    }

    TopicProfile.Partition partition() {
        return new TopicProfile.Partition(name, segments, batches, records, storedBytes, firstOffset, lastOffset);
    }
}
