package dev.squeeze.engine.encoding;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * A message for objects that are records, with a field for each name. The most frequent names get the smallest field
 * numbers, because tags of fields 1 to 15 need only one byte.
 */
final class ProtobufMessage implements ProtobufValue {
    private final ProtobufFile file;
    private final String name;
    private final Map<String, Integer> places = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private final List<ProtobufField> fields = new ArrayList<>();

    ProtobufMessage(Shape shape, ProtobufFile file) {
        this.file = file;
        this.name = file.newName();
        DescriptorProto.Builder message = DescriptorProto.newBuilder().setName(name);
        List<Map.Entry<String, Shape.Member>> members = new ArrayList<>(shape.members());
        members.sort(Comparator.comparingLong(member -> -member.getValue().count()));
        for (Map.Entry<String, Shape.Member> member : members) {
            places.put(member.getKey(), fields.size());
            names.add(member.getKey());
            ProtobufField field =
                    ProtobufField.of(fields.size() + 1, member.getValue().shape(), file);
            fields.add(field);
            message.addField(field.declared());
        }
        file.add(message);
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
    public Message model(JsonNode object, Set<Loss> losses) {
        Descriptor descriptor = file.message(name);
        DynamicMessage.Builder builder = DynamicMessage.newBuilder(descriptor);
        int last = -1;
        for (Map.Entry<String, JsonNode> entry : object.properties()) {
            int place = Objects.requireNonNull(places.get(entry.getKey()));
            if (place < last) {
                losses.add(Loss.MEMBER_ORDER);
            }
            last = place;
            FieldDescriptor field = descriptor.getFields().get(place);
            fields.get(place).put(builder, field, entry.getValue(), losses);
        }
        return builder.build();
    }

    @Override
    public JsonNode tree(Object model) {
        Message message = (Message) model;
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        List<FieldDescriptor> declared = message.getDescriptorForType().getFields();
        for (int i = 0; i < names.size(); i++) {
            object.set(names.get(i), fields.get(i).tree(message, declared.get(i)));
        }
        return object;
    }
}
