package dev.squeeze.engine.encoding;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.Map;
import java.util.function.Predicate;

/** Compares trees. */
final class Trees {
    /**
     * Compares numbers by value, and bytes also with their base64 text; everything else by equality. Only the result 0
     * is meaningful.
     */
    private static final Comparator<JsonNode> SAME = (left, right) -> {
        if (left.isNumber() && right.isNumber()) {
            return left.decimalValue().compareTo(right.decimalValue());
        }
        if (left.isBinary() != right.isBinary()) {
            return left.asText().compareTo(right.asText());
        }
        return left.equals(right) ? 0 : 1;
    };

    private Trees() {}

    /** Ignores the order of members. */
    static boolean same(JsonNode left, JsonNode right) {
        return left.equals(SAME, right);
    }

    static boolean anyMatch(JsonNode tree, Predicate<JsonNode> condition) {
        if (condition.test(tree)) {
            return true;
        }
        for (JsonNode child : tree) {
            if (anyMatch(child, condition)) {
                return true;
            }
        }
        return false;
    }

    /** Removes members that are null; if empty containers are lost too, these count as null. */
    static JsonNode withoutNulls(JsonNode node, boolean emptyIsNull) {
        JsonNode kept = node;
        if (node.isArray()) {
            ArrayNode array = JsonNodeFactory.instance.arrayNode(node.size());
            node.forEach(element -> array.add(withoutNulls(element, emptyIsNull)));
            kept = array;
        } else if (node.isObject()) {
            ObjectNode object = JsonNodeFactory.instance.objectNode();
            for (Map.Entry<String, JsonNode> entry : node.properties()) {
                JsonNode value = withoutNulls(entry.getValue(), emptyIsNull);
                if (!value.isNull()) {
                    object.set(entry.getKey(), value);
                }
            }
            kept = object;
        }
        return emptyIsNull && kept.isContainerNode() && kept.isEmpty() ? NullNode.instance : kept;
    }
}
