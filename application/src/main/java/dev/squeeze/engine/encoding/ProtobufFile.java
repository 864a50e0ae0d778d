package dev.squeeze.engine.encoding;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldOptions;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Collects messages, which are linked into descriptors once all are added. */
final class ProtobufFile {
    /** The scalar types in use whose repeated values can be packed into one field. */
    private static final Set<FieldDescriptorProto.Type> PACKED = Set.of(
            FieldDescriptorProto.Type.TYPE_BOOL,
            FieldDescriptorProto.Type.TYPE_INT64,
            FieldDescriptorProto.Type.TYPE_SINT64,
            FieldDescriptorProto.Type.TYPE_DOUBLE);

    private final FileDescriptorProto.Builder file =
            FileDescriptorProto.newBuilder().setName("inferred.proto");
    private int messages;
    private @Nullable FileDescriptor descriptor;

    /** A unique message name. */
    String newName() {
        return "Message" + ++messages;
    }

    void add(DescriptorProto.Builder message) {
        file.addMessageType(message);
    }

    /** Builds the descriptors; no messages may be added afterwards. */
    void link() {
        try {
            descriptor = FileDescriptor.buildFrom(file.build(), new FileDescriptor[0]);
        } catch (DescriptorValidationException e) {
            throw new IllegalStateException("the inferred messages are not a valid descriptor: " + e.getMessage(), e);
        }
    }

    Descriptor message(String name) {
        FileDescriptor linked = Objects.requireNonNull(descriptor, "not linked yet");
        return Objects.requireNonNull(linked.findMessageTypeByName(name), name);
    }

    /** @param message name of the message type; empty for types without one */
    static FieldDescriptorProto.Builder field(
            int number, FieldDescriptorProto.Type type, String message, boolean repeated) {
        FieldDescriptorProto.Builder field = FieldDescriptorProto.newBuilder()
                .setName("f" + number)
                .setNumber(number)
                .setType(type)
                .setLabel(
                        repeated
                                ? FieldDescriptorProto.Label.LABEL_REPEATED
                                : FieldDescriptorProto.Label.LABEL_OPTIONAL);
        if (repeated && PACKED.contains(type)) {
            field.setOptions(FieldOptions.newBuilder().setPacked(true));
        }
        return message.isEmpty() ? field : field.setTypeName("." + message);
    }
}
