package dev.squeeze.engine.encoding;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;

/**
 * A value as a tree, which every format is given.
 *
 * @param tree of objects, arrays, texts, bytes, booleans and numbers: a {@code long}, a {@code double} where that loses no digit, or
 *     else one of any length
 * @param losses of the tree against the value, in whatever format it is written
 */
public record ValueDocument(JsonNode tree, Set<Loss> losses) {
    public ValueDocument {
        losses = Set.copyOf(losses);
    }
}
