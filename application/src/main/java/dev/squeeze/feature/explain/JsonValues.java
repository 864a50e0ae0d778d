package dev.squeeze.feature.explain;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.squeeze.feature.explain.ValueTree.Node;
import dev.squeeze.kit.source.JsonParsers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Fields of JSON documents. Paths are {@code a.b} for members, {@code a."b.c"} if a name contains such characters
 * itself, and {@code items[].price} for elements of arrays. If a name occurs twice in an object, both occurrences are
 * the same field. Anything nested more deeply than {@link #MAX_DEPTH} counts as one value.
 */
final class JsonValues implements ValueParser {
    private static final int MAX_DEPTH = 16;

    private final JsonParsers parsers = new JsonParsers();
    private final FieldNames names;
    private final boolean singleValues;

    JsonValues(FieldNames names) {
        this(names, false);
    }

    /**
     * @param singleValues whether a document may also be a string, a number or a literal, which lines of text often are
     *     too
     */
    JsonValues(FieldNames names, boolean singleValues) {
        this.names = names;
        this.singleValues = singleValues;
    }

    @Override
    public Optional<ValueTree> parse(byte[] value) {
        if (isOtherEncoding(value)) {
            return Optional.empty();
        }
        try (JsonParser parser = parsers.open(value)) {
            JsonToken first = parser.nextToken();
            if (first == null || !first.isStructStart() && !singleValues) {
                return Optional.empty();
            }
            Node root = first.isStructStart()
                    ? container(parser, FieldNames.ROOT, start(parser), start(parser), 0)
                    : single(parser);
            return parser.nextToken() == null ? Optional.of(new ValueTree(value, root)) : Optional.empty();
        } catch (IOException | RuntimeException e) {
            // Any exception, since the parser gets unchecked input. Such records are counted.
            return Optional.empty();
        }
    }

    /** Bytes that would make the parser switch to UTF-16 or UTF-32, so that its offsets would not be byte offsets. */
    private static boolean isOtherEncoding(byte[] value) {
        for (int i = 0; i < Math.min(4, value.length); i++) {
            if (value[i] == 0 || value[i] == (byte) 0xfe || value[i] == (byte) 0xff) {
                return true;
            }
        }
        return value.length > 0 && value[0] == (byte) 0xef;
    }

    private Node single(JsonParser parser) throws IOException {
        int start = start(parser);
        parser.finishToken();
        int field = names.label(FieldNames.ROOT, "(value)", false);
        Node value = new Node(field, start, start, end(parser), List.of());
        return new Node(FieldNames.ROOT, start, start, value.end(), List.of(value));
    }

    private Node container(JsonParser parser, int field, int begin, int start, int depth) throws IOException {
        boolean object = parser.currentToken() == JsonToken.START_OBJECT;
        List<Node> children = new ArrayList<>();
        JsonToken token = parser.nextToken();
        while (token != null && !token.isStructEnd()) {
            int childBegin = start(parser);
            String name = "";
            if (object) {
                name = parser.currentName();
                token = parser.nextToken();
            }
            children.add(value(parser, field, object, name, object ? childBegin : start(parser), depth));
            token = parser.nextToken();
        }
        return new Node(field, begin, start, end(parser), List.copyOf(children));
    }

    private Node value(JsonParser parser, int parent, boolean member, String name, int begin, int depth)
            throws IOException {
        int start = start(parser);
        boolean struct = parser.currentToken().isStructStart();
        if (struct && depth < MAX_DEPTH) {
            int field = number(parent, member, name, true);
            Node node = container(parser, field, begin, start, depth + 1);
            return node.isLeaf()
                    ? new Node(number(parent, member, name, false), begin, start, node.end(), List.of())
                    : node;
        }
        if (struct) {
            parser.skipChildren();
        } else {
            parser.finishToken();
        }
        return new Node(number(parent, member, name, false), begin, start, end(parser), List.of());
    }

    private int number(int parent, boolean member, String name, boolean container) {
        return member ? names.member(parent, name, container) : names.element(parent, container);
    }

    private static int start(JsonParser parser) {
        return (int) parser.currentTokenLocation().getByteOffset();
    }

    private static int end(JsonParser parser) {
        return (int) parser.currentLocation().getByteOffset();
    }
}
