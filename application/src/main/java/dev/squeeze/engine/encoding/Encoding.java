package dev.squeeze.engine.encoding;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Set;

/**
 * A format, as its library writes and reads it from and to the objects that the library has for values without generated classes.
 * Belongs to one thread.
 */
interface Encoding {
    DataFormat format();

    /**
     * The objects that an application would hold.
     *
     * @param losses what the format does not keep of the document is added
     */
    Object model(JsonNode tree, Set<Loss> losses);

    /** What {@link #write} and {@link #read} take is what is timed. */
    byte[] write(Object model) throws IOException;

    Object read(byte[] value) throws IOException;

    /** What a written value holds, with all its digits. */
    JsonNode tree(byte[] value) throws IOException;

    /** What of a tree comes back: the tree without what the format's listed losses take away. */
    JsonNode kept(JsonNode tree);
}
