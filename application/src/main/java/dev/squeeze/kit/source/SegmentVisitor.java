package dev.squeeze.kit.source;

import dev.squeeze.kit.format.BatchHeader;

/** Sees the batches of a walk. */
@FunctionalInterface
public interface SegmentVisitor {
    /**
     * @param file the segment, the same instance for all of its batches
     * @param position of the batch in the file
     * @param header moves on after the call
     * @return whether to go on
     */
    boolean visit(SegmentFile file, long position, BatchHeader header);
}
