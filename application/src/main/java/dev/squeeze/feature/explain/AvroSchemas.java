package dev.squeeze.feature.explain;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.squeeze.kit.source.SourceUsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.SchemaParseException;

/** Schemas by which values were written. For many threads. */
interface AvroSchemas {
    /** That of values with this id in front; empty where there is none. */
    Optional<Schema> withId(long id);

    /** That of values without an id; empty where that is not known. */
    Optional<Schema> ofBareValues();

    /**
     * One schema for all values.
     *
     * @throws SourceUsageException where the file cannot be read, or holds no schema
     */
    static AvroSchemas ofFile(Path file) {
        try {
            return of("--schema " + file, Files.readString(file));
        } catch (IOException e) {
            throw new SourceUsageException("--schema " + file + " cannot be read: " + e.getMessage());
        }
    }

    /** In a sentence. */
    static String reason(SchemaParseException e) {
        return e.getCause() instanceof JsonProcessingException json
                ? json.getOriginalMessage() + " (line " + json.getLocation().getLineNr() + ")"
                : String.valueOf(e.getMessage());
    }

    /**
     * The same of a schema's text.
     *
     * @param name of where it is from
     * @throws SourceUsageException where it is no schema
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
            throw new SourceUsageException(name + " is no Avro schema: " + reason(e));
        }
    }
}
