package dev.squeeze.engine.encoding;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BinaryNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericFixed;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.jspecify.annotations.Nullable;

/** Reads Avro values, with or without a leading schema id, into trees. Not thread-safe. */
public final class AvroDocuments {
    private static final int[] ID_BYTES = {4, 8};

    private final LongFunction<Optional<Schema>> withId;
    private final Supplier<Optional<Schema>> bare;
    private final Map<Schema, GenericDatumReader<@Nullable Object>> readers = new HashMap<>();

    /**
     * @param withId looks up a schema by id
     * @param bare the schema of values without an id
     */
    public AvroDocuments(LongFunction<Optional<Schema>> withId, Supplier<Optional<Schema>> bare) {
        this.withId = withId;
        this.bare = bare;
    }

    /** Empty if the bytes are not a record of the schema. */
    public Optional<ValueDocument> read(byte[] value) {
        if (value.length > 0 && value[0] == 0) {
            for (int idBytes : ID_BYTES) {
                if (value.length > idBytes) {
                    ByteBuffer buffer = ByteBuffer.wrap(value, 1, idBytes);
                    long id = idBytes == 4 ? buffer.getInt() & 0xffffffffL : buffer.getLong();
                    Optional<ValueDocument> document =
                            withId.apply(id).flatMap(schema -> read(value, 1 + idBytes, schema));
                    if (document.isPresent()) {
                        return document;
                    }
                }
            }
        }
        return bare.get().flatMap(schema -> read(value, 0, schema));
    }

    private Optional<ValueDocument> read(byte[] value, int from, Schema schema) {
        try {
            BinaryDecoder decoder = DecoderFactory.get().binaryDecoder(value, from, value.length - from, null);
            Object datum = readers.computeIfAbsent(schema, written -> new GenericDatumReader<>(written))
                    .read(null, decoder);
            return datum instanceof GenericRecord && decoder.isEnd()
                    ? Optional.of(new ValueDocument(tree(datum), Set.of()))
                    : Optional.empty();
        } catch (IOException | RuntimeException e) {
            // Any exception means that the bytes do not match the schema. Such values are left unchanged and counted.
            return Optional.empty();
        }
    }

    private static JsonNode tree(@Nullable Object datum) {
        if (datum == null) {
            return NullNode.instance;
        } else if (datum instanceof Boolean flag) {
            return BooleanNode.valueOf(flag);
        } else if (datum instanceof Integer || datum instanceof Long) {
            return LongNode.valueOf(((Number) datum).longValue());
        } else if (datum instanceof Float || datum instanceof Double) {
            // Uses the float's own digits, not those that widening to double would add.
            return DoubleNode.valueOf(finite(Double.parseDouble(datum.toString())));
        } else if (datum instanceof ByteBuffer buffer) {
            byte[] bytes = new byte[buffer.remaining()];
            buffer.duplicate().get(bytes);
            return BinaryNode.valueOf(bytes);
        } else if (datum instanceof GenericFixed fixed) {
            return BinaryNode.valueOf(fixed.bytes());
        } else if (datum instanceof List<?> elements) {
            ArrayNode array = JsonNodeFactory.instance.arrayNode(elements.size());
            elements.forEach(element -> array.add(tree(element)));
            return array;
        } else if (datum instanceof Map<?, ?> map) {
            ObjectNode object = JsonNodeFactory.instance.objectNode();
            map.forEach((name, value) -> object.set(String.valueOf(name), tree(value)));
            return object;
        } else if (datum instanceof GenericRecord read) {
            ObjectNode object = JsonNodeFactory.instance.objectNode();
            for (Schema.Field field : read.getSchema().getFields()) {
                object.set(field.name(), tree(read.get(field.pos())));
            }
            return object;
        }
        return TextNode.valueOf(datum.toString());
    }

    private static double finite(double number) {
        if (Double.isNaN(number) || Double.isInfinite(number)) {
            throw new IllegalArgumentException("JSON has no number for " + number);
        }
        return number;
    }
}
