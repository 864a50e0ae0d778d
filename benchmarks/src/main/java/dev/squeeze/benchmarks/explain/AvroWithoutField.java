package dev.squeeze.benchmarks.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;

/**
 * Avro without an id prefix: Avro's own library reads records into a schema without the field, and writes them with
 * that schema.
 */
final class AvroWithoutField implements WithoutField {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String written;
    private final Schema writer;
    private final Map<Optional<String>, Schema> readers = new HashMap<>();

    AvroWithoutField(String schema) {
        this.written = schema;
        this.writer = new Schema.Parser().parse(schema);
    }

    @Override
    public byte[] write(byte[] value, Optional<String> path) {
        Schema reader = readers.computeIfAbsent(path, this::without);
        try {
            GenericRecord record = new GenericDatumReader<GenericRecord>(writer, reader)
                    .read(null, DecoderFactory.get().binaryDecoder(value, null));
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
            new GenericDatumWriter<GenericRecord>(reader).write(record, encoder);
            encoder.flush();
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new IllegalStateException("a record is not of the schema", e);
        }
    }

    private Schema without(Optional<String> path) {
        try {
            JsonNode schema = JSON.readTree(written);
            if (path.isPresent() && !remove(schema, path.get())) {
                throw new IllegalStateException("no field " + path.get() + " in the schema");
            }
            return new Schema.Parser().parse(schema.toString());
        } catch (IOException e) {
            throw new IllegalStateException("the schema cannot be read", e);
        }
    }

    private static boolean remove(JsonNode type, String path) {
        if (type instanceof ArrayNode union) {
            boolean removed = false;
            for (JsonNode branch : union) {
                removed |= remove(branch, path);
            }
            return removed;
        }
        if (path.startsWith("[]")) {
            return remove(type.path("items"), path.substring(2).replaceFirst("^\\.", ""));
        }
        if (!(type.path("fields") instanceof ArrayNode fields)) {
            return type instanceof ObjectNode && type.has("type") && remove(type.path("type"), path);
        }
        for (int i = 0; i < fields.size(); i++) {
            String name = fields.get(i).path("name").asText();
            // An empty array gives no information.
            if (path.equals(name) || path.equals(name + "[]")) {
                fields.remove(i);
                return true;
            }
            if (path.startsWith(name + ".") || path.startsWith(name + "[]")) {
                String rest = path.substring(name.length());
                return remove(fields.get(i).path("type"), rest.startsWith(".") ? rest.substring(1) : rest);
            }
        }
        return false;
    }
}
