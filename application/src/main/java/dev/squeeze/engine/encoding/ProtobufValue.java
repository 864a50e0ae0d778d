package dev.squeeze.engine.encoding;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BinaryNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Set;

/** How a shape is stored in a single value of a field. */
sealed interface ProtobufValue permits ProtobufValue.Scalar, ProtobufMessage, ProtobufMixed {
    FieldDescriptorProto.Type type();

    /** Name of the message type; empty if it is not a message. */
    String message();

    /** @param value not null, unless this is for elements that may be null */
    Object model(JsonNode value, Set<Loss> losses);

    JsonNode tree(Object model);

    /** For values that are not null. */
    static ProtobufValue of(Shape shape, ProtobufFile file) {
        if (shape.types().size() > 1) {
            return new ProtobufMixed(shape, file);
        }
        ValueType type = shape.types().stream().findFirst().orElse(ValueType.BOOLEAN);
        return switch (type) {
            case ARRAY -> new ProtobufMixed(shape, file);
            case OBJECT -> shape.isMap() ? new ProtobufMixed(shape, file) : new ProtobufMessage(shape, file);
            default -> new Scalar(type, shape.hasNegative());
        };
    }

    /**
     * For array elements and map values: those that may be null, and nested arrays, need to be wrapped in a message.
     */
    static ProtobufValue element(Shape shape, ProtobufFile file) {
        return shape.hasNulls() ? new ProtobufMixed(shape, file) : of(shape, file);
    }

    /** @param negative whether some values are negative, which take ten bytes unless the type is zigzag-encoded */
    record Scalar(ValueType of, boolean negative) implements ProtobufValue {
        @Override
        public FieldDescriptorProto.Type type() {
            return switch (of) {
                case BOOLEAN -> FieldDescriptorProto.Type.TYPE_BOOL;
                case LONG -> negative ? FieldDescriptorProto.Type.TYPE_SINT64 : FieldDescriptorProto.Type.TYPE_INT64;
                case DOUBLE -> FieldDescriptorProto.Type.TYPE_DOUBLE;
                case TEXT -> FieldDescriptorProto.Type.TYPE_STRING;
                case BYTES -> FieldDescriptorProto.Type.TYPE_BYTES;
                case ARRAY, OBJECT -> throw new IllegalStateException(of + " is no single value");
            };
        }

        @Override
        public String message() {
            return "";
        }

        @Override
        public Object model(JsonNode value, Set<Loss> losses) {
            return switch (of) {
                case BOOLEAN -> value.booleanValue();
                case LONG -> value.longValue();
                case DOUBLE -> {
                    if (value.isIntegralNumber()) {
                        losses.add(Loss.NUMBERS_AS_WRITTEN);
                    }
                    yield value.doubleValue();
                }
                case TEXT -> value.textValue();
                case BYTES -> ByteString.copyFrom(bytes(value));
                case ARRAY, OBJECT -> throw new IllegalStateException(of + " is no single value");
            };
        }

        @Override
        public JsonNode tree(Object model) {
            return switch (of) {
                case BOOLEAN -> BooleanNode.valueOf((Boolean) model);
                case LONG -> LongNode.valueOf((Long) model);
                case DOUBLE -> DoubleNode.valueOf((Double) model);
                case TEXT -> TextNode.valueOf((String) model);
                case BYTES -> BinaryNode.valueOf(((ByteString) model).toByteArray());
                case ARRAY, OBJECT -> throw new IllegalStateException(of + " is no single value");
            };
        }

        private static byte[] bytes(JsonNode value) {
            try {
                return value.binaryValue();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
