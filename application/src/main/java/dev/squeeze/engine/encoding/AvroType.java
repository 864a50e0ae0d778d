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
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/** A shape as an Avro schema: mixed types and nullable ones are unions. */
final class AvroType {
    private final Shape shape;
    private final Schema schema;
    private final Map<String, Integer> places = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private final List<AvroType> members = new ArrayList<>();
    private final @Nullable AvroType elements;
    private final @Nullable AvroType mapValues;
    private @Nullable Schema record;

    /** @param optional whether it may be absent, which is written as null */
    AvroType(Shape shape, boolean optional, AvroNames recordNames) {
        this.shape = shape;
        List<Schema> branches = new ArrayList<>();
        if (optional || shape.hasNulls() || shape.types().isEmpty()) {
            branches.add(Schema.create(Schema.Type.NULL));
        }
        boolean map = shape.types().contains(ValueType.OBJECT) && shape.isMap();
        this.elements =
                shape.types().contains(ValueType.ARRAY) ? new AvroType(shape.elements(), false, recordNames) : null;
        this.mapValues = map ? new AvroType(shape.values(), false, recordNames) : null;
        for (ValueType type : shape.types()) {
            branches.add(branch(type, recordNames));
        }
        this.schema = branches.size() == 1 ? branches.get(0) : Schema.createUnion(branches);
    }

    private Schema branch(ValueType type, AvroNames recordNames) {
        return switch (type) {
            case BOOLEAN -> Schema.create(Schema.Type.BOOLEAN);
            case LONG -> Schema.create(Schema.Type.LONG);
            case DOUBLE -> Schema.create(Schema.Type.DOUBLE);
            case TEXT -> Schema.create(Schema.Type.STRING);
            case BYTES -> Schema.create(Schema.Type.BYTES);
            case ARRAY -> Schema.createArray(Objects.requireNonNull(elements).schema);
            case OBJECT ->
                shape.isMap() ? Schema.createMap(Objects.requireNonNull(mapValues).schema) : record(recordNames);
        };
    }

    private Schema record(AvroNames recordNames) {
        Schema made = Schema.createRecord(recordNames.ofRecord(), null, "inferred", false);
        AvroNames own = recordNames.ofFields();
        List<Schema.Field> fields = new ArrayList<>();
        for (Map.Entry<String, Shape.Member> entry : shape.members()) {
            AvroType type =
                    new AvroType(entry.getValue().shape(), entry.getValue().count() < shape.objects(), recordNames);
            places.put(entry.getKey(), fields.size());
            names.add(entry.getKey());
            members.add(type);
            fields.add(new Schema.Field(own.ofField(entry.getKey()), type.schema));
        }
        made.setFields(fields);
        record = made;
        return made;
    }

    Schema schema() {
        return schema;
    }

    @Nullable
    Object datum(JsonNode value, Set<Loss> losses) {
        if (value.isNull()) {
            return null;
        }
        return switch (shape.typeOf(value)) {
            case BOOLEAN -> value.booleanValue();
            case LONG -> value.longValue();
            case DOUBLE -> {
                if (value.isIntegralNumber()) {
                    losses.add(Loss.NUMBERS_AS_WRITTEN);
                }
                yield value.doubleValue();
            }
            case TEXT -> value.textValue();
            case BYTES -> ByteBuffer.wrap(bytes(value));
            case ARRAY -> {
                List<@Nullable Object> array = new ArrayList<>(value.size());
                value.forEach(
                        element -> array.add(Objects.requireNonNull(elements).datum(element, losses)));
                yield array;
            }
            case OBJECT -> shape.isMap() ? map(value, losses) : record(value, losses);
        };
    }

    private Object map(JsonNode value, Set<Loss> losses) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> entry : value.properties()) {
            map.put(entry.getKey(), Objects.requireNonNull(mapValues).datum(entry.getValue(), losses));
        }
        return map;
    }

    private Object record(JsonNode value, Set<Loss> losses) {
        GenericRecord made = new GenericData.Record(Objects.requireNonNull(record));
        int last = -1;
        for (Map.Entry<String, JsonNode> entry : value.properties()) {
            int place = Objects.requireNonNull(places.get(entry.getKey()));
            if (place < last) {
                losses.add(Loss.MEMBER_ORDER);
            }
            if (entry.getValue().isNull()) {
                losses.add(Loss.NO_VALUE_AS_ABSENT);
            }
            last = place;
            made.put(place, members.get(place).datum(entry.getValue(), losses));
        }
        return made;
    }

    private static byte[] bytes(JsonNode value) {
        try {
            return value.binaryValue();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Converts a value that was read with this type. */
    JsonNode tree(@Nullable Object datum) {
        if (datum == null) {
            return NullNode.instance;
        } else if (datum instanceof Boolean flag) {
            return BooleanNode.valueOf(flag);
        } else if (datum instanceof Long number) {
            return LongNode.valueOf(number);
        } else if (datum instanceof Double number) {
            return DoubleNode.valueOf(number);
        } else if (datum instanceof CharSequence text) {
            return TextNode.valueOf(text.toString());
        } else if (datum instanceof ByteBuffer buffer) {
            byte[] bytes = new byte[buffer.remaining()];
            buffer.duplicate().get(bytes);
            return BinaryNode.valueOf(bytes);
        } else if (datum instanceof List<?> read) {
            ArrayNode array = JsonNodeFactory.instance.arrayNode(read.size());
            read.forEach(element -> array.add(Objects.requireNonNull(elements).tree(element)));
            return array;
        }
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        if (datum instanceof Map<?, ?> map) {
            map.forEach((name, value) -> object.set(
                    String.valueOf(name), Objects.requireNonNull(mapValues).tree(value)));
        } else if (datum instanceof GenericRecord values) {
            for (int i = 0; i < names.size(); i++) {
                object.set(names.get(i), members.get(i).tree(values.get(i)));
            }
        }
        return object;
    }
}
