package dev.squeeze.feature.explain;

import dev.squeeze.feature.explain.ByteWalk.MalformedException;
import dev.squeeze.feature.explain.ProtobufSchema.Field;
import dev.squeeze.feature.explain.ValueTree.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Fields of Protobuf messages. Paths are {@code a.b} for fields of nested messages, {@code items[]} for repeated ones,
 * and the number for fields that are not in the descriptor. The message may be preceded by the id of the schema and the
 * message indexes, as serialisers of schema registries write them. If a field of a nested message is removed, the
 * enclosing length prefix stays as it is.
 */
final class ProtobufValues implements ValueParser {
    private static final int MAX_DEPTH = 16;
    private static final int ID_BYTES = 5;
    private static final int MAX_INDEXES = 64;

    private final FieldNames names;
    private final ProtobufSchema schema;
    private final String message;

    /** @param message its full name */
    ProtobufValues(FieldNames names, ProtobufSchema schema, String message) {
        this.names = names;
        this.schema = schema;
        this.message = message;
    }

    @Override
    public Optional<ValueTree> parse(byte[] value) {
        try {
            ByteWalk walk = new ByteWalk(value, 0);
            List<Node> children = new ArrayList<>();
            // No field has the number 0, so a message cannot begin with a zero byte.
            if (value.length > 0 && value[0] == 0) {
                skipId(walk);
                children.add(new Node(
                        names.label(FieldNames.ROOT, "(schema id)", false),
                        0,
                        0,
                        walk.at(),
                        List.of(),
                        ValueEncoding.BYTES));
            }
            children.addAll(fields(walk, value, value.length, message, FieldNames.ROOT, 0));
            return Optional.of(
                    new ValueTree(value, new Node(FieldNames.ROOT, 0, 0, value.length, List.copyOf(children)), 0));
        } catch (MalformedException e) {
            return Optional.empty();
        }
    }

    private static void skipId(ByteWalk walk) {
        walk.skip(ID_BYTES);
        long indexes = walk.zigzag();
        if (indexes < 0 || indexes > MAX_INDEXES) {
            throw new MalformedException();
        }
        for (long i = 0; i < indexes; i++) {
            walk.zigzag();
        }
    }

    private List<Node> fields(ByteWalk walk, byte[] value, int end, String type, int parent, int depth) {
        Map<Integer, Field> known = schema.fields(type);
        List<Node> nodes = new ArrayList<>();
        while (walk.at() < end) {
            int begin = walk.at();
            long tag = walk.varint();
            long number = tag >>> 3;
            if (number == 0 || number > Integer.MAX_VALUE) {
                throw new MalformedException();
            }
            Optional<Field> field = Optional.ofNullable(known.get((int) number));
            String name = field.map(declared -> declared.name() + (declared.repeated() ? "[]" : ""))
                    .orElse("field " + number);
            nodes.add(
                    (tag & 7) == 2
                            ? withLength(walk, value, begin, end, name, field, parent, depth)
                            : single(walk, begin, (int) (tag & 7), names.label(parent, name, false), field));
        }
        if (walk.at() != end) {
            throw new MalformedException();
        }
        return List.copyOf(nodes);
    }

    private Node withLength(
            ByteWalk walk,
            byte[] value,
            int begin,
            int endOfAll,
            String name,
            Optional<Field> field,
            int parent,
            int depth) {
        long length = walk.varint();
        int start = walk.at();
        if (length < 0 || length > endOfAll - start) {
            throw new MalformedException();
        }
        int end = start + (int) length;
        Optional<String> message = field.flatMap(Field::message)
                .filter(nested -> depth < MAX_DEPTH && field.get().type() == Field.MESSAGE && length > 0);
        if (message.isPresent()) {
            int container = names.label(parent, name, true);
            List<Node> children = fields(walk, value, end, message.get(), container, depth + 1);
            return new Node(container, begin, start, end, children, ValueEncoding.BYTES);
        }
        walk.skip(length);
        boolean text = field.map(declared -> declared.type() == Field.STRING).orElse(false);
        return new Node(
                names.label(parent, name, false),
                begin,
                start,
                end,
                List.of(),
                text ? ValueEncoding.TEXT : ValueEncoding.BYTES);
    }

    private static Node single(ByteWalk walk, int begin, int wireType, int number, Optional<Field> field) {
        int start = walk.at();
        int type = field.map(Field::type).orElse(0);
        ValueEncoding encoding =
                switch (wireType) {
                    case 0 -> {
                        walk.varint();
                        yield type == Field.SINT32 || type == Field.SINT64
                                ? ValueEncoding.ZIGZAG
                                : ValueEncoding.VARINT;
                    }
                    case 1 -> {
                        walk.skip(8);
                        yield type == Field.DOUBLE ? ValueEncoding.DOUBLE : ValueEncoding.FIXED_INTEGER;
                    }
                    case 5 -> {
                        walk.skip(4);
                        yield type == Field.FLOAT ? ValueEncoding.FLOAT : ValueEncoding.FIXED_INTEGER;
                    }
                    // Groups are deprecated and not supported.
                    default -> throw new MalformedException();
                };
        return new Node(number, begin, start, walk.at(), List.of(), encoding);
    }
}
