package dev.squeeze.feature.explain;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A record's value with the positions of its fields.
 *
 * @param bytes of the value
 * @param root the object, array, row, message or line
 * @param separatorBytes bytes between two neighbouring fields
 */
record ValueTree(byte[] bytes, Node root, int separatorBytes) {
    /** Limit on copied bytes outside the array: a document of 1 MB may have thousands of elements. */
    private static final int MAX_COPIED_BYTES = 4 << 20;

    /** For a format with one separator character between fields, such as a comma. */
    ValueTree(byte[] bytes, Node root) {
        this(bytes, root, 1);
    }

    /**
     * One occurrence of a field.
     *
     * @param field its number
     * @param begin start of the field, including its name if it has one
     * @param start start of its value
     * @param end end of its value
     * @param children of objects, arrays and rows, in order; empty for others
     * @param encoding of the value's bytes
     */
    record Node(int field, int begin, int start, int end, List<Node> children, ValueEncoding encoding) {
        Node(int field, int begin, int start, int end, List<Node> children) {
            this(field, begin, start, end, children, ValueEncoding.TEXT);
        }

        boolean isLeaf() {
            return children.isEmpty();
        }
    }

    /** Including the field's name and the separator to its neighbour. */
    int rawBytes(Node node) {
        return node.end - node.begin + separatorBytes;
    }

    /** The value as text; bytes that are not text as hexadecimal digits. */
    String text(Node node) {
        return node.encoding.text(bytes, node.start, node.end);
    }

    /**
     * The value once for each element of an array, with only that element in it and everything else unchanged. If the
     * array occurs several times, the first one is used. Empty if it does not occur, or if the values together would be
     * too large to send.
     */
    List<byte[]> forEachElement(int array) {
        List<byte[]> values = new ArrayList<>();
        first(array).ifPresent(node -> {
            List<Node> elements = node.children;
            int begin = elements.get(0).begin;
            int end = elements.get(elements.size() - 1).end;
            long copied = (long) elements.size() * (bytes.length - (end - begin));
            if (copied > MAX_COPIED_BYTES) {
                return;
            }
            for (Node element : elements) {
                ByteArrayOutputStream value = new ByteArrayOutputStream();
                value.write(bytes, 0, begin);
                value.write(bytes, element.begin, element.end - element.begin);
                value.write(bytes, end, bytes.length - end);
                values.add(value.toByteArray());
            }
        });
        return values;
    }

    /** The first occurrence of a field. */
    Optional<Node> first(int field) {
        return first(root, field);
    }

    private static Optional<Node> first(Node node, int field) {
        if (node.field == field) {
            return Optional.of(node);
        }
        for (Node child : node.children) {
            Optional<Node> found = first(child, field);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /** Visits every occurrence of a field except the root, parents before their children. */
    void each(Consumer<Node> visitor) {
        root.children.forEach(child -> each(child, visitor));
    }

    private static void each(Node node, Consumer<Node> visitor) {
        visitor.accept(node);
        node.children.forEach(child -> each(child, visitor));
    }
}
