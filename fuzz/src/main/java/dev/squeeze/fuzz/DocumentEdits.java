package dev.squeeze.fuzz;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Real documents with a few edits: an input is the number of a document, and for each edit a path to a node and what becomes
 * of it. Bytes that are changed within a text of 20 KB hardly ever leave a document that is read to its end.
 */
public final class DocumentEdits {
    private static final int MAX_EDITS = 8;
    private static final int MAX_DEPTH = 12;
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final List<JsonNode> VALUES = List.of(
            NODES.nullNode(),
            NODES.numberNode(0),
            NODES.numberNode(-1),
            NODES.numberNode(Long.MAX_VALUE),
            NODES.numberNode(Long.MIN_VALUE),
            NODES.numberNode(1e308),
            NODES.numberNode(-1e-308),
            NODES.textNode("NaN"),
            NODES.textNode("Infinity"),
            NODES.textNode(""),
            NODES.textNode("\u0000<&\"\n\ud800"),
            NODES.textNode("+1000000000-12-31T23:59:59.999999999Z"),
            NODES.booleanNode(true),
            NODES.arrayNode(),
            NODES.arrayNode().addNull(),
            NODES.objectNode(),
            NODES.objectNode().putNull("a"));

    private final List<JsonNode> documents = new ArrayList<>();

    /** @param names of the documents, without their ending */
    public DocumentEdits(List<String> names) throws IOException {
        for (String name : names) {
            try (InputStream in = DocumentEdits.class.getResourceAsStream("documents/" + name + ".json")) {
                documents.add(MAPPER.readTree(Objects.requireNonNull(in, name)));
            }
        }
    }

    /** Each document with one edit. */
    public List<byte[]> seeds() {
        List<byte[]> seeds = new ArrayList<>();
        for (int document = 0; document < documents.size(); document++) {
            seeds.add(new byte[] {(byte) document, 1, 2, 3, 4, 0, 0, (byte) document});
        }
        return seeds;
    }

    /** A document as it is. */
    public String text(int document) throws JsonProcessingException {
        return MAPPER.writeValueAsString(documents.get(document));
    }

    /** The text of the document that an input stands for. */
    public String apply(byte[] input) throws JsonProcessingException {
        InputBytes bytes = new InputBytes(input);
        JsonNode document = documents.get(bytes.below(documents.size())).deepCopy();
        for (int edit = 0; edit < MAX_EDITS && !bytes.isEmpty(); edit++) {
            edit(document, bytes);
        }
        return MAPPER.writeValueAsString(document);
    }

    private static void edit(JsonNode document, InputBytes bytes) {
        JsonNode parent = document;
        for (int depth = 0; depth < MAX_DEPTH; depth++) {
            int step = bytes.next();
            if (parent.isEmpty()) {
                return;
            }
            int child = step % parent.size();
            JsonNode next = parent instanceof ObjectNode object
                    ? object.get(names(object).get(child))
                    : parent.get(child);
            boolean goOn = next.isContainerNode() && !next.isEmpty() && bytes.next() % 4 != 0;
            if (!goOn) {
                replace(parent, child, next, bytes);
                return;
            }
            parent = next;
        }
    }

    private static void replace(JsonNode parent, int child, JsonNode before, InputBytes bytes) {
        int action = bytes.next();
        JsonNode after = action % 4 == 0 ? value(before, bytes) : VALUES.get(action / 4 % VALUES.size());
        if (parent instanceof ObjectNode object) {
            String name = names(object).get(child);
            if (action == 1) {
                object.remove(name);
            } else {
                object.set(name, after.deepCopy());
            }
        } else if (parent instanceof ArrayNode array) {
            if (action == 1) {
                array.remove(child);
            } else if (action == 2) {
                array.add(before.deepCopy());
            } else {
                array.set(child, after.deepCopy());
            }
        }
    }

    /** Another value of the same kind, as the input says. */
    private static JsonNode value(JsonNode before, InputBytes bytes) {
        if (before.isNumber()) {
            return before.isIntegralNumber()
                    ? NODES.numberNode(bytes.nextLong() >> bytes.below(Long.SIZE))
                    : NODES.numberNode(Double.longBitsToDouble(bytes.nextLong()));
        }
        return NODES.textNode(new String(bytes.piece(), StandardCharsets.UTF_8));
    }

    private static List<String> names(ObjectNode object) {
        return object.properties().stream().map(Map.Entry::getKey).toList();
    }
}
