package dev.squeeze.engine.encoding;

/** Formats for the values of records. */
public enum DataFormat {
    /** Unchanged, as in the source. */
    AS_THEY_ARE("as they are"),
    /** Without whitespace, as written by Jackson. */
    JSON("JSON"),
    AVRO("Avro"),
    PROTOBUF("Protobuf"),
    CBOR("CBOR"),
    MESSAGE_PACK("MessagePack");

    private final String label;

    DataFormat(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }
}
