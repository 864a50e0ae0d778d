package dev.squeeze.engine.encoding;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import java.util.Map;
import java.util.Set;

/** A map as Protobuf encodes it on the wire: repeated messages of a key and a value. */
final class ProtobufMap implements ProtobufField {
    private final int number;
    private final ProtobufFile file;
    private final String entry;
    private final ProtobufValue value;

    ProtobufMap(int number, Shape values, ProtobufFile file) {
        this.number = number;
        this.file = file;
        this.entry = file.newName();
        this.value = ProtobufValue.element(values, file);
        file.add(DescriptorProto.newBuilder()
                .setName(entry)
                .addField(ProtobufFile.field(1, FieldDescriptorProto.Type.TYPE_STRING, "", false))
                .addField(ProtobufFile.field(2, value.type(), value.message(), false)));
    }

    @Override
    public FieldDescriptorProto.Builder declared() {
        return ProtobufFile.field(number, FieldDescriptorProto.Type.TYPE_MESSAGE, entry, true);
    }

    @Override
    public void put(DynamicMessage.Builder message, FieldDescriptor field, JsonNode node, Set<Loss> losses) {
        if (node.isEmpty()) {
            losses.add(node.isNull() ? Loss.NO_VALUE_AS_ABSENT : Loss.EMPTY_AS_ABSENT);
        }
        for (Map.Entry<String, JsonNode> member : node.properties()) {
            DynamicMessage.Builder made = DynamicMessage.newBuilder(file.message(entry));
            made.setField(key(made), member.getKey());
            made.setField(valueOf(made), value.model(member.getValue(), losses));
            message.addRepeatedField(field, made.build());
        }
    }

    @Override
    public JsonNode tree(Message message, FieldDescriptor field) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        for (int i = 0; i < message.getRepeatedFieldCount(field); i++) {
            Message read = (Message) message.getRepeatedField(field, i);
            object.set(
                    (String) read.getField(
                            read.getDescriptorForType().getFields().get(0)),
                    value.tree(read.getField(
                            read.getDescriptorForType().getFields().get(1))));
        }
        return object;
    }

    private static FieldDescriptor key(DynamicMessage.Builder entry) {
        return entry.getDescriptorForType().getFields().get(0);
    }

    private static FieldDescriptor valueOf(DynamicMessage.Builder entry) {
        return entry.getDescriptorForType().getFields().get(1);
    }
}
