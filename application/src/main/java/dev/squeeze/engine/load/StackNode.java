package dev.squeeze.engine.load;

import java.util.List;

/**
 * A method in the stacks that threads were sampled in, with what it called.
 *
 * @param method {@code package.Class.method}; empty at the root, which stands for all samples
 * @param millis thread time of the samples that it was in, those of its callees among them
 * @param callees the one with most time first
 */
public record StackNode(String method, double millis, List<StackNode> callees) {
    public StackNode {
        callees = List.copyOf(callees);
    }
}
