package dev.squeeze.engine.encoding;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import java.util.Set;

/** How a shape is stored in a field of a message. */
sealed interface ProtobufField permits ProtobufField.Single, ProtobufField.Repeated, ProtobufMap {
    FieldDescriptorProto.Builder declared();

    void put(DynamicMessage.Builder message, FieldDescriptor field, JsonNode value, Set<Loss> losses);

    /** A null node if it is absent. */
    JsonNode tree(Message message, FieldDescriptor field);

    /** Arrays and maps are repeated fields; values of mixed types are messages with a field for each type. */
    static ProtobufField of(int number, Shape shape, ProtobufFile file) {
        if (shape.types().size() == 1 && shape.types().get(0) == ValueType.ARRAY) {
            return new Repeated(number, ProtobufValue.element(shape.elements(), file));
        }
        if (shape.types().size() == 1 && shape.types().get(0) == ValueType.OBJECT && shape.isMap()) {
            return new ProtobufMap(number, shape.values(), file);
        }
        return new Single(number, ProtobufValue.of(shape, file));
    }

    /** An optional field. */
    record Single(int number, ProtobufValue value) implements ProtobufField {
        @Override
        public FieldDescriptorProto.Builder declared() {
            return ProtobufFile.field(number, value.type(), value.message(), false);
        }

        @Override
        public void put(DynamicMessage.Builder message, FieldDescriptor field, JsonNode node, Set<Loss> losses) {
            if (node.isNull()) {
                losses.add(Loss.NO_VALUE_AS_ABSENT);
            } else {
                message.setField(field, value.model(node, losses));
            }
        }

        @Override
        public JsonNode tree(Message message, FieldDescriptor field) {
            return message.hasField(field) ? value.tree(message.getField(field)) : NullNode.instance;
        }
    }

    /** An array. */
    record Repeated(int number, ProtobufValue element) implements ProtobufField {
        @Override
        public FieldDescriptorProto.Builder declared() {
            return ProtobufFile.field(number, element.type(), element.message(), true);
        }

        @Override
        public void put(DynamicMessage.Builder message, FieldDescriptor field, JsonNode node, Set<Loss> losses) {
            if (node.isEmpty()) {
                losses.add(node.isNull() ? Loss.NO_VALUE_AS_ABSENT : Loss.EMPTY_AS_ABSENT);
            }
            for (JsonNode each : node) {
                message.addRepeatedField(field, element.model(each, losses));
            }
        }

        @Override
        public JsonNode tree(Message message, FieldDescriptor field) {
            int count = message.getRepeatedFieldCount(field);
            ArrayNode array = JsonNodeFactory.instance.arrayNode(count);
            for (int i = 0; i < count; i++) {
                array.add(element.tree(message.getRepeatedField(field, i)));
            }
            return array;
        }
    }
}
