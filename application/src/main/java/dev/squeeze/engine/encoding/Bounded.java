package dev.squeeze.engine.encoding;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Map;
import java.util.Set;

/** Adapts trees to formats without arbitrary-precision numbers and with limited nesting depth. */
final class Bounded {
    /** Protobuf's library reads a hundred nested messages, and one level of a tree needs up to three. */
    static final int MAX_DEPTH = 24;

    private Bounded() {}

    /** Returns the same tree if nothing has to be changed. */
    static JsonNode of(JsonNode tree, Set<Loss> losses) {
        return of(tree, 0, losses);
    }

    private static JsonNode of(JsonNode node, int depth, Set<Loss> losses) {
        if (node.isBigDecimal() || node.isBigInteger()) {
            losses.add(Loss.NUMBERS_AS_TEXT);
            return TextNode.valueOf(node.asText());
        }
        if (!node.isContainerNode()) {
            return node;
        }
        if (depth >= MAX_DEPTH) {
            losses.add(Loss.DEEP_AS_TEXT);
            return TextNode.valueOf(node.toString());
        }
        return node.isArray() ? array(node, depth, losses) : object(node, depth, losses);
    }

    private static JsonNode array(JsonNode node, int depth, Set<Loss> losses) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode(node.size());
        node.forEach(element -> array.add(of(element, depth + 1, losses)));
        return array;
    }

    private static JsonNode object(JsonNode node, int depth, Set<Loss> losses) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, JsonNode> entry : node.properties()) {
            object.set(entry.getKey(), of(entry.getValue(), depth + 1, losses));
        }
        return object;
    }
}
