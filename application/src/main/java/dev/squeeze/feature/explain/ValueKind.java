package dev.squeeze.feature.explain;

/** Kinds of values, as far as they matter for their cost. */
public enum ValueKind {
    CONSTANT("constant"),
    LOW_CARDINALITY("few values"),
    COUNTER("counter"),
    TIMESTAMP("timestamp"),
    UUID("uuid"),
    HASH("hash"),
    HEX("hex"),
    BASE64("base64"),
    COMPRESSED_OR_ENCRYPTED("compressed or encrypted"),
    NUMBER("number"),
    NUMBER_AS_TEXT("number as text"),
    FREE_TEXT("free text"),
    /** Bytes of a binary format. */
    BYTES("bytes"),
    /** Objects and arrays, including everything in them. */
    CONTAINER("object or array"),
    KEY("record key"),
    HEADER("record header"),
    /** Fields that are too small or too many to be measured individually. */
    OTHERS("");

    private final String label;

    ValueKind(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }
}
