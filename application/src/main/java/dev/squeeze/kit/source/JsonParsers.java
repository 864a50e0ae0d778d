package dev.squeeze.kit.source;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;

/** Creates streaming parsers, with limits, for users' JSON documents. */
public final class JsonParsers {
    private final JsonFactory factory = JsonFactory.builder()
            // Documents may use identifiers as field names; interning all of them would fill the JVM's string table.
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(RecordReader.LIMIT_BYTES)
                    .build())
            .build();

    /** Opens a parser at the start of the document. */
    public JsonParser open(byte[] document) throws IOException {
        return factory.createParser(document);
    }

    /** Whether the bytes are exactly one JSON document. */
    boolean isDocument(byte[] bytes) {
        try (JsonParser parser = open(bytes)) {
            if (parser.nextToken() == null) {
                return false;
            }
            parser.skipChildren();
            return parser.nextToken() == null;
        } catch (IOException | RuntimeException e) {
            // Any exception is possible, since the parser reads unvalidated bytes.
            return false;
        }
    }
}
