package dev.squeeze.engine.encoding;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Set;

/**
 * A format, as its library writes and reads it, using the library's object model for values without generated classes.
 * Not thread-safe.
 */
interface Encoding {
    DataFormat format();

    /**
     * The objects that an application would have in memory.
     *
     * @param losses receives what the format does not preserve of the document
     */
    Object model(JsonNode tree, Set<Loss> losses);

    /** Encodes a value. The time of {@code write} and {@link #read} is what is measured. */
    byte[] write(Object model) throws IOException;

    Object read(byte[] value) throws IOException;

    /** The contents of a written value, with all digits. */
    JsonNode tree(byte[] value) throws IOException;

    /** The part of a tree that is preserved: the tree without what the format is documented to lose. */
    JsonNode kept(JsonNode tree);
}
