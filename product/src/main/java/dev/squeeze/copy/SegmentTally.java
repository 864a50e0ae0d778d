package dev.squeeze.copy;

/** Sums over segments. */
final class SegmentTally {
    long sourceBytes;
    long bytes;
    long sourceBatches;
    long batches;
    long kept;
    long unreadable;
    long keptBytes;
    long records;

    void add(SegmentTally other) {
        sourceBytes += other.sourceBytes;
        bytes += other.bytes;
        sourceBatches += other.sourceBatches;
        batches += other.batches;
        kept += other.kept;
        unreadable += other.unreadable;
        keptBytes += other.keptBytes;
        records += other.records;
    }
}
