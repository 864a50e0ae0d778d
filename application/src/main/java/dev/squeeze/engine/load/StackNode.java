package dev.squeeze.engine.load;

import java.util.List;

/**
 * A method in the sampled stacks, with the methods that it called.
 *
 * @param method {@code package.Class.method}; empty for the root, which stands for all samples
 * @param millis thread time of the samples that contain it, including its callees
 * @param callees the one with the most time first
 */
public record StackNode(String method, double millis, List<StackNode> callees) {
    public StackNode {
        callees = List.copyOf(callees);
    }
}
