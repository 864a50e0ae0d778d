package dev.squeeze.kit.source;

import dev.squeeze.kit.format.BatchHeader;

/** Visits the batches of a walk over segments. */
@FunctionalInterface
public interface SegmentVisitor {
    /**
     * @param file the segment, the same instance for all of its batches
     * @param position position of the batch in the file
     * @param header valid only during the call
     * @return whether to continue
     */
    boolean visit(SegmentFile file, long position, BatchHeader header);
}
