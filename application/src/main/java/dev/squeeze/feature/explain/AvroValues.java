package dev.squeeze.feature.explain;

import dev.squeeze.feature.explain.ByteWalk.MalformedException;
import dev.squeeze.feature.explain.ValueTree.Node;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.avro.Schema;

/**
 * Fields of Avro's binary encoding (specification 1.12, "Binary Encoding"). Paths are {@code a.b} for records,
 * {@code items[]} for elements of arrays, {@code map{key}} for keys and {@code map{}} for values of maps. The body may
 * be preceded by the id of its schema, as serialisers of schema registries write it: a zero byte and four or eight
 * bytes.
 */
final class AvroValues implements ValueParser {
    private static final int MAX_DEPTH = 16;
    /** Values nested more deeply are considered malformed: their schema is recursive. */
    private static final int MAX_RECURSION = 1_000;

    /** Null elements take no bytes, so the number of bytes does not limit their number. */
    private static final int MAX_ELEMENTS = 1_000_000;

    private static final int[] ID_BYTES = {4, 8};
    private static final Schema KEY = Schema.create(Schema.Type.STRING);

    private final FieldNames names;
    private final AvroSchemas schemas;

    AvroValues(FieldNames names, AvroSchemas schemas) {
        this.names = names;
        this.schemas = schemas;
    }

    @Override
    public Optional<ValueTree> parse(byte[] value) {
        if (value.length > 0 && value[0] == 0) {
            for (int idBytes : ID_BYTES) {
                if (value.length > idBytes) {
                    ByteBuffer buffer = ByteBuffer.wrap(value, 1, idBytes);
                    long id = idBytes == 4 ? buffer.getInt() & 0xffffffffL : buffer.getLong();
                    Optional<ValueTree> tree = schemas.withId(id).flatMap(schema -> parse(value, 1 + idBytes, schema));
                    if (tree.isPresent()) {
                        return tree;
                    }
                }
            }
        }
        return schemas.ofBareValues().flatMap(schema -> parse(value, 0, schema));
    }

    private Optional<ValueTree> parse(byte[] value, int from, Schema schema) {
        ByteWalk walk = new ByteWalk(value, from);
        try {
            Node body = value(walk, schema, FieldNames.ROOT, Place.ROOT, "", 0);
            if (!walk.isAtEnd()) {
                return Optional.empty();
            }
            List<Node> children = new ArrayList<>();
            if (from > 0) {
                children.add(new Node(
                        names.label(FieldNames.ROOT, "(schema id)", false),
                        0,
                        0,
                        from,
                        List.of(),
                        ValueEncoding.BYTES));
            }
            if (schema.getType() == Schema.Type.RECORD) {
                children.addAll(body.children());
            } else {
                children.add(body);
            }
            return Optional.of(
                    new ValueTree(value, new Node(FieldNames.ROOT, 0, 0, value.length, List.copyOf(children)), 0));
        } catch (MalformedException e) {
            return Optional.empty();
        }
    }

    /** How a value is reached from its parent. */
    private enum Place {
        ROOT,
        MEMBER,
        ELEMENT
    }

    private int number(int parent, Place place, String name, boolean container) {
        return switch (place) {
            case ROOT -> container ? FieldNames.ROOT : names.label(FieldNames.ROOT, "(value)", false);
            case MEMBER -> names.label(parent, name, container);
            case ELEMENT -> names.element(parent, container);
        };
    }

    /** @param depth number of records, arrays and maps around it */
    private Node value(ByteWalk walk, Schema declared, int parent, Place place, String name, int depth) {
        if (depth > MAX_RECURSION) {
            throw new MalformedException();
        }
        int begin = walk.at();
        Schema schema = declared;
        if (declared.getType() == Schema.Type.UNION) {
            long branch = walk.zigzag();
            if (branch < 0 || branch >= declared.getTypes().size()) {
                throw new MalformedException();
            }
            schema = declared.getTypes().get((int) branch);
        }
        boolean container =
                switch (schema.getType()) {
                    case RECORD, ARRAY, MAP -> true;
                    default -> false;
                };
        if (!container) {
            return single(walk, schema, number(parent, place, name, false), begin);
        }
        int start = walk.at();
        // A value at the maximum depth counts as one, but its end must still be found.
        int field = depth <= MAX_DEPTH ? number(parent, place, name, true) : parent;
        List<Node> children = children(walk, schema, field, depth);
        if (children.isEmpty() || depth > MAX_DEPTH) {
            int single = place == Place.ROOT ? field : number(parent, place, name, false);
            return new Node(single, begin, start, walk.at(), List.of(), ValueEncoding.BYTES);
        }
        return new Node(field, begin, start, walk.at(), children);
    }

    private List<Node> children(ByteWalk walk, Schema schema, int field, int depth) {
        List<Node> children = new ArrayList<>();
        if (schema.getType() == Schema.Type.RECORD) {
            for (Schema.Field member : schema.getFields()) {
                children.add(value(walk, member.schema(), field, Place.MEMBER, member.name(), depth + 1));
            }
            return List.copyOf(children);
        }
        boolean map = schema.getType() == Schema.Type.MAP;
        for (long count = blockCount(walk); count != 0; count = blockCount(walk)) {
            if (children.size() > MAX_ELEMENTS) {
                throw new MalformedException();
            }
            for (long i = 0; i < count; i++) {
                if (map) {
                    children.add(single(walk, KEY, names.label(field, "{key}", false), walk.at()));
                    children.add(value(walk, schema.getValueType(), field, Place.MEMBER, "{}", depth + 1));
                } else {
                    children.add(value(walk, schema.getElementType(), field, Place.ELEMENT, "", depth + 1));
                }
            }
        }
        return List.copyOf(children);
    }

    /** A negative count is followed by the size of the block in bytes. */
    private static long blockCount(ByteWalk walk) {
        long count = walk.zigzag();
        if (count < 0) {
            walk.zigzag();
            count = -count;
        }
        if (count < 0 || count > MAX_ELEMENTS) {
            throw new MalformedException();
        }
        return count;
    }

    private static Node single(ByteWalk walk, Schema schema, int field, int begin) {
        int start = walk.at();
        ValueEncoding encoding = ValueEncoding.BYTES;
        switch (schema.getType()) {
            case NULL -> encoding = ValueEncoding.TEXT;
            case BOOLEAN -> walk.skip(1);
            case INT, LONG, ENUM -> {
                walk.varint();
                encoding = ValueEncoding.ZIGZAG;
            }
            case FLOAT -> {
                walk.skip(4);
                encoding = ValueEncoding.FLOAT;
            }
            case DOUBLE -> {
                walk.skip(8);
                encoding = ValueEncoding.DOUBLE;
            }
            case STRING, BYTES -> {
                long length = walk.zigzag();
                start = walk.at();
                walk.skip(length);
                encoding = schema.getType() == Schema.Type.STRING ? ValueEncoding.TEXT : ValueEncoding.BYTES;
            }
            case FIXED -> walk.skip(schema.getFixedSize());
            default -> throw new IllegalStateException("not a single value: " + schema.getType());
        }
        return new Node(field, begin, start, walk.at(), List.of(), encoding);
    }
}
