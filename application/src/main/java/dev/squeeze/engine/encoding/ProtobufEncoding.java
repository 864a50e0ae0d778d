package dev.squeeze.engine.encoding;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import java.io.IOException;
import java.util.Set;

/** Protobuf's dynamic messages, without a schema id: readers are assumed to know the message type of a topic. */
final class ProtobufEncoding implements Encoding {
    private final ProtobufFile file = new ProtobufFile();
    private final ProtobufValue root;

    ProtobufEncoding(Shape shape) {
        ProtobufValue value = ProtobufValue.of(shape, file);
        this.root = value.message().isEmpty() ? new ProtobufMixed(shape, file) : value;
        file.link();
    }

    @Override
    public DataFormat format() {
        return DataFormat.PROTOBUF;
    }

    @Override
    public Object model(JsonNode tree, Set<Loss> losses) {
        return root.model(Bounded.of(tree, losses), losses);
    }

    @Override
    public byte[] write(Object model) {
        return ((Message) model).toByteArray();
    }

    @Override
    public Object read(byte[] value) throws IOException {
        return DynamicMessage.parseFrom(file.message(root.message()), value);
    }

    @Override
    public JsonNode tree(byte[] value) throws IOException {
        return root.tree(read(value));
    }

    @Override
    public JsonNode kept(JsonNode tree) {
        return Trees.withoutNulls(tree, true);
    }
}
