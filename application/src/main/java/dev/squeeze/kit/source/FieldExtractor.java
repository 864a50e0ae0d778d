package dev.squeeze.kit.source;

import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Extracts a record's key and timestamp from its fields. */
interface FieldExtractor {

    /**
     * Reads the next record.
     *
     * @param position position of the record, for error messages
     * @throws SourceException if the record cannot be parsed
     */
    void look(byte[] record, Supplier<String> position);

    /**
     * Lists the existing fields, as the end of a message: their names, never their values.
     *
     * @param wanted the field that was requested
     */
    String known(String wanted);

    /** The key of the last record read, or null if it has none. */
    byte @Nullable [] key();

    /** The text of the timestamp of the last record read. */
    Optional<String> timestamp();
}
