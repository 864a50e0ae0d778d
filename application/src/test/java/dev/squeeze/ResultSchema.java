package dev.squeeze;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaId;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaValidatorsConfig;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The published schema of result documents, and validation against it. */
public final class ResultSchema {
    private static final Path FILE = Path.of("..", "docs", "result.schema.json");
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final JsonSchema SCHEMA = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
            .getSchema(
                    document(),
                    SchemaValidatorsConfig.builder()
                            .formatAssertionsEnabled(true)
                            .build());

    private ResultSchema() {}

    public static JsonNode document() {
        try {
            return JSON.readTree(FILE.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static JsonNode parse(String json) {
        try {
            return JSON.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One line for each fault; empty if the document is valid. */
    public static List<String> faults(JsonNode result) {
        return SCHEMA.validate(result).stream()
                .map(ValidationMessage::getMessage)
                .toList();
    }

    /** Faults of the schema itself according to the meta-schema. */
    static List<String> ownFaults() {
        return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                .getSchema(SchemaLocation.of(SchemaId.V202012))
                .validate(document())
                .stream()
                .map(ValidationMessage::getMessage)
                .toList();
    }

    static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(text -> texts.add(text.asText()));
        return texts;
    }
}
