package dev.squeeze.kit.source;

import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Finds a record's key and timestamp among its own fields. */
interface FieldExtractor {

    /**
     * Looks at the next record.
     *
     * @param position where it is, for the message of a failure
     * @throws SourceException when the record cannot be parsed
     */
    void look(byte[] record, Supplier<String> position);

    /**
     * The fields that there are, to end a message with: their names, never their values.
     *
     * @param wanted the field that was asked for
     */
    String known(String wanted);

    /** The key of the record last looked at, or null where it has none. */
    byte @Nullable [] key();

    /** The text of the timestamp of the record last looked at. */
    Optional<String> timestamp();
}
