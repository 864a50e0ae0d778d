package dev.squeeze.kit.format;

/** Sees the batches of a walk, one after another. */
@FunctionalInterface
public interface BatchVisitor {
    /**
     * @param header of a batch that is there whole; moves on after the call
     * @return whether to go on
     */
    boolean visit(BatchHeader header);
}
