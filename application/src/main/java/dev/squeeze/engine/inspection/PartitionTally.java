package dev.squeeze.engine.inspection;

/** Counts of one partition. */
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

    /** @return number of offsets between the last batch and this one; 0 if copies of a segment overlap */
    long advance(long base, long last) {
        long gap = seenUpTo < 0 ? 0 : Math.max(0, base - seenUpTo - 1);
        firstOffset = firstOffset < 0 ? base : Math.min(firstOffset, base);
        lastOffset = Math.max(lastOffset, last);
        seenUpTo = Math.max(seenUpTo, last);
        return gap;
    }

    /** Marks a gap: offsets between the previous batch and the next one were not read. */
    void skip() {
        seenUpTo = -1;
    }

    /** Sets the offset range of the partition, beyond what was read; last is less than first if it is empty. */
    void reaches(long first, long last) {
        firstOffset = first;
        lastOffset = last;
    }

    TopicProfile.Partition partition() {
        return new TopicProfile.Partition(name, segments, batches, records, storedBytes, firstOffset, lastOffset);
    }
}
