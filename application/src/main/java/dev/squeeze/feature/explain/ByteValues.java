package dev.squeeze.feature.explain;

import dev.squeeze.feature.explain.ValueTree.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Byte positions in values of unknown format: the first bytes individually, then in ranges, then the rest. */
final class ByteValues implements ValueParser {
    private static final int SINGLE = 32;
    private static final int STRETCH = 16;
    private static final int STRETCHES_END = 256;

    private final FieldNames names;

    ByteValues(FieldNames names) {
        this.names = names;
    }

    @Override
    public Optional<ValueTree> parse(byte[] value) {
        List<Node> nodes = new ArrayList<>();
        int at = 0;
        while (at < value.length) {
            int wanted = at < SINGLE ? 1 : at < STRETCHES_END ? STRETCH : value.length;
            int end = Math.min(value.length, at + wanted);
            String name = at < SINGLE
                    ? "byte " + at
                    : at < STRETCHES_END ? "bytes " + at + "-" + (at + STRETCH - 1) : "bytes from " + at;
            nodes.add(new Node(names.label(FieldNames.ROOT, name, false), at, at, end, List.of(), ValueEncoding.BYTES));
            at = end;
        }
        return nodes.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new ValueTree(value, new Node(FieldNames.ROOT, 0, 0, value.length, List.copyOf(nodes)), 0));
    }
}
