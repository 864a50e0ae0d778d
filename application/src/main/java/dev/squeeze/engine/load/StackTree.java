package dev.squeeze.engine.load;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Aggregates whole stacks, from the outermost method inwards. */
final class StackTree {
    /** Several hundred times what a role usually has; beyond that, new calls count for their caller. */
    private static final int MAX_NODES = 50_000;

    private final Node root = new Node();
    private int nodes;

    private static final class Node {
        private final Map<String, Node> callees = new HashMap<>();
        private double nanos;

        private StackNode kept(String method) {
            return new StackNode(
                    method,
                    nanos / 1e6,
                    callees.entrySet().stream()
                            .map(entry -> entry.getValue().kept(entry.getKey()))
                            .sorted(Comparator.comparingDouble(StackNode::millis)
                                    .reversed()
                                    .thenComparing(StackNode::method))
                            .toList());
        }
    }

    /**
     * @param methods {@code package.Class.method}, innermost first
     * @param sampleNanos the time that this sample stands for
     */
    void add(List<String> methods, double sampleNanos) {
        Node node = root;
        node.nanos += sampleNanos;
        for (int i = methods.size() - 1; i >= 0; i--) {
            Node callee = node.callees.get(methods.get(i));
            if (callee == null) {
                if (nodes == MAX_NODES) {
                    return;
                }
                nodes++;
                callee = new Node();
                node.callees.put(methods.get(i), callee);
            }
            node = callee;
            node.nanos += sampleNanos;
        }
    }

    StackNode root() {
        return root.kept("");
    }
}
