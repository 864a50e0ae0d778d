package dev.squeeze.kit.source;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;

/** Parsers for the JSON documents of users: by token, without a tree, bounded. */
public final class JsonParsers {
    private final JsonFactory factory = JsonFactory.builder()
            // Documents may use identifiers as field names; interning each of them would fill the JVM's table.
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(RecordReader.LIMIT_BYTES)
                    .build())
            .build();

    /** A parser at the beginning of the document. */
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
            // Of any kind: the parser meets what nobody has checked.
            return false;
        }
    }
}
