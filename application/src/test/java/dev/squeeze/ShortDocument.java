package dev.squeeze;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.function.Predicate;

/** Result documents with few elements in each list: what holds for the first of hundreds need not be tried with all of them there. */
final class ShortDocument {
    private ShortDocument() {}

    /**
     * A copy whose lists are cut.
     *
     * @param elements that each list keeps at most
     * @param usable whether a document is of use; one that is only when whole stays whole
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
