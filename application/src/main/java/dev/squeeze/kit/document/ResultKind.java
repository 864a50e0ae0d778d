package dev.squeeze.kit.document;

/**
 * A kind of result document.
 *
 * @param name the value of {@code kind} in documents
 * @param type that documents of this kind are read into
 * @param oldestVersion the lowest {@code schemaVersion} that can still be read
 */
public record ResultKind(String name, Class<? extends Result> type, int oldestVersion) {
    /** A kind whose documents of all versions can be read. */
    public ResultKind(String name, Class<? extends Result> type) {
        this(name, type, 1);
    }

    boolean reads(long version) {
        return oldestVersion <= version && version <= Result.SCHEMA_VERSION;
    }

    /** For example {@code version 2} or {@code versions 1 to 2}. */
    String versions() {
        return oldestVersion == Result.SCHEMA_VERSION
                ? "version " + Result.SCHEMA_VERSION
                : "versions " + oldestVersion + " to " + Result.SCHEMA_VERSION;
    }
}
