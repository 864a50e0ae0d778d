package dev.squeeze.engine.encoding;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;

/**
 * A value as a tree, the input of every format.
 *
 * @param tree of objects, arrays, texts, bytes, booleans and numbers: a {@code long}, a {@code double} if that loses no
 *     digit, otherwise an arbitrary-precision number
 * @param losses of the tree compared with the value, independent of the output format
 */
public record ValueDocument(JsonNode tree, Set<Loss> losses) {
    public ValueDocument {
        losses = Set.copyOf(losses);
    }
}
