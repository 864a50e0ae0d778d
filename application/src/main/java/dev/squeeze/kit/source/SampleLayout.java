package dev.squeeze.kit.source;

/** How a bundled sample's records are stored in its jar. */
public enum SampleLayout {
    /** One record a line, in the files of a gzipped tar archive. */
    LINES_IN_TAR_GZ("lines"),
    /** One JSON document a line. */
    JSON_LINES("jsonl"),
    /**
     * One JSON document a line, and each is encrypted on its own before it becomes a record, as by a producer that
     * encrypts on the client's side.
     */
    ENCRYPTED_JSON_LINES("aes-gcm"),
    /** One JSON document a line; consecutive ones are gathered into JSON arrays, and each array is a record. */
    GATHERED_JSON_LINES("json arrays"),
    /** One file a record, in the order of a list of file names in the same jar. */
    LISTED_FILES("files");

    private final String label;

    SampleLayout(String label) {
        this.label = label;
    }

    /** The name of the format in reports. */
    public String label() {
        return label;
    }
}
