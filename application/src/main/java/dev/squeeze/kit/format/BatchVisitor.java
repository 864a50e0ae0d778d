package dev.squeeze.kit.format;

/** Visits the batches of a walk one by one. */
@FunctionalInterface
public interface BatchVisitor {
    /**
     * @param header of a complete batch; valid only during the call
     * @return whether to continue
     */
    boolean visit(BatchHeader header);
}
