package dev.squeeze.kit.source;

/** How a bundled sample's records are stored in its jar. */
public enum SampleLayout {
    /** One record per line, in the files of a gzipped tar archive. */
    LINES_IN_TAR_GZ("lines"),
    /** One JSON document a line. */
    JSON_LINES("jsonl"),
    /** One JSON document per line, each encrypted separately, like a producer with client-side encryption does. */
    ENCRYPTED_JSON_LINES("aes-gcm"),
    /** One JSON document per line; consecutive documents are combined into JSON arrays, and each array is a record. */
    GATHERED_JSON_LINES("json arrays"),
    /** One file per record, in the order of a list of file names in the same jar. */
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
