package dev.squeeze.feature.recompress;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Totals over segments. */
final class SegmentTally {
    long sourceBytes;
    long bytes;
    long sourceBatches;
    long batches;
    long kept;
    long unreadable;
    long keptBytes;
    long records;
    /** Batches that were kept because they are too large to be decompressed. */
    long oversized;
    /** Segments that were split into several. */
    long divided;
    /** Segments left as they are because they are damaged or have messages of old formats. */
    final List<Path> asTheyAre = new ArrayList<>();
    /** Files that could not be given the owner, group or extended attributes of their originals. */
    long ofOthers;

    void add(SegmentTally other) {
        sourceBytes += other.sourceBytes;
        bytes += other.bytes;
        sourceBatches += other.sourceBatches;
        batches += other.batches;
        kept += other.kept;
        unreadable += other.unreadable;
        keptBytes += other.keptBytes;
        records += other.records;
        oversized += other.oversized;
        divided += other.divided;
        asTheyAre.addAll(other.asTheyAre);
        ofOthers += other.ofOthers;
    }

    /** Replaces the counts for a segment that stays as it is. */
    void leftAsItIs(Path segment, long segmentBytes) {
        sourceBytes = segmentBytes;
        bytes = segmentBytes;
        sourceBatches = unreadable;
        batches = unreadable;
        kept = unreadable;
        records = 0;
        oversized = 0;
        divided = 0;
        asTheyAre.add(segment);
    }

    void add(RewrittenBatches done) {
        sourceBatches += done.sourceBatches;
        batches += done.batches;
        kept += done.kept;
        unreadable += done.unreadable;
        oversized += done.oversized;
        records += done.records;
    }
}
