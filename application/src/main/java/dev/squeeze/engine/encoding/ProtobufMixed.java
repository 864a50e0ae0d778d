package dev.squeeze.engine.encoding;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A message with a field for each type, one of which is set; none for null. Similar to {@code google.protobuf.Value}.
 */
final class ProtobufMixed implements ProtobufValue {
    private final Shape shape;
    private final ProtobufFile file;
    private final String name;
    private final List<ProtobufField> fields = new ArrayList<>();

    ProtobufMixed(Shape shape, ProtobufFile file) {
        this.shape = shape;
        this.file = file;
        this.name = file.newName();
        DescriptorProto.Builder message = DescriptorProto.newBuilder().setName(name);
        for (ValueType type : shape.types()) {
            ProtobufField field = field(fields.size() + 1, type);
            fields.add(field);
            message.addField(field.declared());
        }
        file.add(message);
    }

    private ProtobufField field(int number, ValueType type) {
        return switch (type) {
            case ARRAY -> new ProtobufField.Repeated(number, ProtobufValue.element(shape.elements(), file));
            case OBJECT ->
                shape.isMap()
                        ? new ProtobufMap(number, shape.values(), file)
                        : new ProtobufField.Single(number, new ProtobufMessage(shape, file));
            default -> new ProtobufField.Single(number, new ProtobufValue.Scalar(type, shape.hasNegative()));
        };
    }

    @Override
    public FieldDescriptorProto.Type type() {
        return FieldDescriptorProto.Type.TYPE_MESSAGE;
    }

    @Override
    public String message() {
        return name;
    }

    @Override
    public Message model(JsonNode value, Set<Loss> losses) {
        Descriptor descriptor = file.message(name);
        DynamicMessage.Builder message = DynamicMessage.newBuilder(descriptor);
        if (!value.isNull()) {
            int place = shape.types().indexOf(shape.typeOf(value));
            fields.get(place).put(message, descriptor.getFields().get(place), value, losses);
        }
        return message.build();
    }

    @Override
    public JsonNode tree(Object model) {
        Message message = (Message) model;
        for (int i = 0; i < fields.size(); i++) {
            JsonNode value = fields.get(i)
                    .tree(message, message.getDescriptorForType().getFields().get(i));
            // An empty array or map is not written, and cannot be distinguished from null.
            if (!value.isNull() && !(value.isContainerNode() && value.isEmpty() && !isRecord(i))) {
                return value;
            }
        }
        return NullNode.instance;
    }

    private boolean isRecord(int place) {
        return shape.types().get(place) == ValueType.OBJECT && !shape.isMap();
    }
}
