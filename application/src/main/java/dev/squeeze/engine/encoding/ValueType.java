package dev.squeeze.engine.encoding;

import com.fasterxml.jackson.databind.JsonNode;

/** Types in schemas. */
enum ValueType {
    BOOLEAN,
    LONG,
    DOUBLE,
    TEXT,
    BYTES,
    ARRAY,
    OBJECT;

    /** @param value neither null nor an arbitrary-precision number, which {@link Bounded} converts to text */
    static ValueType of(JsonNode value) {
        return switch (value.getNodeType()) {
            case BOOLEAN -> BOOLEAN;
            case NUMBER -> value.isIntegralNumber() ? LONG : DOUBLE;
            case STRING -> TEXT;
            case BINARY -> BYTES;
            case ARRAY -> ARRAY;
            case OBJECT -> OBJECT;
            default -> throw new IllegalArgumentException("no value of a document: " + value.getNodeType());
        };
    }
}
