package dev.squeeze.engine.encoding;

/** How values of records can be written. */
public enum DataFormat {
    /** Whatever the source holds. */
    AS_THEY_ARE("as they are"),
    /** Without blanks, as Jackson writes it. */
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
