package dev.squeeze.feature.explain;

import java.util.List;
import java.util.function.Consumer;

/**
 * A record's value with the places of its fields in it.
 *
 * @param bytes of the value
 * @param root the object, array or row
 */
record ValueTree(byte[] bytes, Node root) {
    /**
     * One occurrence of a field.
     *
     * @param field its number
     * @param begin where it begins: with its name where it has one
     * @param start where its value begins
     * @param end where its value ends
     * @param children of objects, arrays and rows, in their order; empty for others
     */
    record Node(int field, int begin, int start, int end, List<Node> children) {
        boolean isLeaf() {
            return children.isEmpty();
        }

        /** With the name and the separator to its neighbour. */
        int rawBytes() {
            return end - begin + 1;
        }
    }

    /** Every occurrence of a field, parents before their children; not the root. */
    void each(Consumer<Node> visitor) {
        root.children.forEach(child -> each(child, visitor));
    }

    private static void each(Node node, Consumer<Node> visitor) {
        visitor.accept(node);
        node.children.forEach(child -> each(child, visitor));
    }
}
