package dev.squeeze.kit.document;

/**
 * One sort of result document.
 *
 * @param name as documents have it under {@code kind}
 * @param type that a document of it is read into
 * @param oldestVersion the lowest {@code schemaVersion} that can still be read
 */
public record ResultKind(String name, Class<? extends Result> type, int oldestVersion) {
    /** One whose documents of every version can be read. */
    public ResultKind(String name, Class<? extends Result> type) {
        this(name, type, 1);
    }

    boolean reads(long version) {
        return oldestVersion <= version && version <= Result.SCHEMA_VERSION;
    }

    /** Such as {@code version 2} or {@code versions 1 to 2}. */
    String versions() {
        return oldestVersion == Result.SCHEMA_VERSION
                ? "version " + Result.SCHEMA_VERSION
                : "versions " + oldestVersion + " to " + Result.SCHEMA_VERSION;
    }
}
