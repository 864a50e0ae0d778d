package dev.squeeze;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.function.Predicate;

/**
 * Result documents with shortened lists: if something holds for the first of hundreds of elements, it need not be tested with all
 * of them.
 */
final class ShortDocument {
    private ShortDocument() {}

    /**
     * A copy with shortened lists.
     *
     * @param elements maximum number of elements in each list
     * @param usable whether a shortened document is still valid; if not, the whole document is returned
     */
    static JsonNode of(JsonNode whole, int elements, Predicate<JsonNode> usable) {
        JsonNode copy = whole.deepCopy();
        cut(copy, elements);
        return usable.test(copy) ? copy : whole;
    }

    private static void cut(JsonNode node, int elements) {
        if (node instanceof ArrayNode array) {
            while (array.size() > elements) {
                array.remove(array.size() - 1);
            }
        }
        node.forEach(child -> cut(child, elements));
    }
}
