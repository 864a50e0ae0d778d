package dev.squeeze.feature.explain;

import dev.squeeze.feature.explain.ValueTree.Node;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A change of values: leaves out fields, writes fields in another encoding, or changes the order of members. All other
 * bytes stay as they are; JSON syntax stays valid around what remains.
 */
final class ValueRewrite {
    private final BitSet dropped;
    private final Map<Integer, NewForm> forms;
    private final Optional<int[]> ranks;
    private final BitSet touched;

    private ValueRewrite(FieldNames names, BitSet dropped, Map<Integer, NewForm> forms, Optional<int[]> ranks) {
        this.dropped = dropped;
        this.forms = Map.copyOf(forms);
        this.ranks = ranks;
        BitSet changed = (BitSet) dropped.clone();
        forms.keySet().forEach(changed::set);
        this.touched = names.withParents(changed);
    }

    /** Leaves out these fields. */
    static ValueRewrite without(FieldNames names, List<Integer> fields) {
        BitSet dropped = new BitSet();
        fields.forEach(dropped::set);
        return new ValueRewrite(names, dropped, Map.of(), Optional.empty());
    }

    /**
     * Writes some fields in other encodings, leaves out others, and changes their order.
     *
     * @param ranks of the fields, in the order of which the members of each object are written; empty to keep their
     *     order
     */
    static ValueRewrite of(
            FieldNames names, Map<Integer, ? extends NewForm> forms, List<Integer> without, Optional<int[]> ranks) {
        BitSet dropped = new BitSet();
        without.forEach(dropped::set);
        return new ValueRewrite(names, dropped, Map.copyOf(forms), ranks.map(int[]::clone));
    }

    byte[] of(ValueTree tree) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(tree.bytes().length);
        writeContainer(tree.bytes(), tree.root(), out);
        return out.toByteArray();
    }

    private void write(byte[] bytes, Node node, ByteArrayOutputStream out) {
        if (ranks.isEmpty() && !touched.get(node.field())) {
            out.write(bytes, node.start(), node.end() - node.start());
        } else if (!node.isLeaf()) {
            writeContainer(bytes, node, out);
        } else {
            NewForm form = forms.get(node.field());
            byte[] value = form == null ? null : form.rewritten(bytes, node.start(), node.end());
            if (value == null) {
                out.write(bytes, node.start(), node.end() - node.start());
            } else {
                out.write(value, 0, value.length);
            }
        }
    }

    private void writeContainer(byte[] bytes, Node container, ByteArrayOutputStream out) {
        List<Node> children = container.children();
        if (children.isEmpty()) {
            out.write(bytes, container.start(), container.end() - container.start());
            return;
        }
        out.write(bytes, container.start(), children.get(0).begin() - container.start());
        boolean first = true;
        for (int place : order(children)) {
            Node child = children.get(place);
            if (vanishes(child)) {
                continue;
            }
            if (!first) {
                writeSeparator(bytes, children, Math.max(1, place), out);
            }
            first = false;
            out.write(bytes, child.begin(), child.start() - child.begin());
            write(bytes, child, out);
        }
        int last = children.get(children.size() - 1).end();
        out.write(bytes, last, container.end() - last);
    }

    private static void writeSeparator(byte[] bytes, List<Node> children, int before, ByteArrayOutputStream out) {
        int from = children.get(before - 1).end();
        out.write(bytes, from, children.get(before).begin() - from);
    }

    private List<Integer> order(List<Node> children) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < children.size(); i++) {
            order.add(i);
        }
        // The position of an array element has a meaning.
        boolean members = children.get(0).begin() < children.get(0).start();
        if (members) {
            ranks.ifPresent(known -> order.sort(
                    Comparator.comparingInt(place -> known[children.get(place).field()])));
        }
        return order;
    }

    /** Left out, or empty because everything in it is left out. */
    private boolean vanishes(Node node) {
        if (dropped.get(node.field())) {
            return true;
        }
        return !node.isLeaf()
                && touched.get(node.field())
                && !dropped.isEmpty()
                && node.children().stream().allMatch(this::vanishes);
    }

    /** The value as text, without the quotes of a JSON string. */
    static String text(byte[] bytes, int start, int end) {
        boolean quoted = end - start >= 2 && bytes[start] == '"' && bytes[end - 1] == '"';
        return new String(bytes, quoted ? start + 1 : start, end - start - (quoted ? 2 : 0), StandardCharsets.UTF_8);
    }
}
