package dev.squeeze.feature.explain;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.squeeze.kit.source.SourceUsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.SchemaParseException;

/** Schemas with which values were written. Thread-safe. */
interface AvroSchemas {
    /** The schema of values that start with this id; empty if it is unknown. */
    Optional<Schema> withId(long id);

    /** The schema of values without an id; empty if it is unknown. */
    Optional<Schema> ofBareValues();

    /**
     * One schema for all values.
     *
     * @throws SourceUsageException if the file cannot be read or contains no schema
     */
    static AvroSchemas ofFile(Path file) {
        try {
            return of("--schema " + file, Files.readString(file));
        } catch (IOException e) {
            throw new SourceUsageException("--schema " + file + " cannot be read: " + e.getMessage());
        }
    }

    /** As a sentence. */
    static String reason(SchemaParseException e) {
        return e.getCause() instanceof JsonProcessingException json
                ? json.getOriginalMessage() + " (line " + json.getLocation().getLineNr() + ")"
                : String.valueOf(e.getMessage());
    }

    /**
     * One schema for all values, from its text.
     *
     * @param name where the text is from, for messages
     * @throws SourceUsageException if the text is not a schema
     */
    static AvroSchemas of(String name, String text) {
        try {
            Optional<Schema> schema = Optional.of(new Schema.Parser().parse(text));
            return new AvroSchemas() {
                @Override
                public Optional<Schema> withId(long id) {
                    return schema;
                }

                @Override
                public Optional<Schema> ofBareValues() {
                    return schema;
                }
            };
        } catch (SchemaParseException e) {
            throw new SourceUsageException(name + " is not an Avro schema: " + reason(e));
        }
    }
}
