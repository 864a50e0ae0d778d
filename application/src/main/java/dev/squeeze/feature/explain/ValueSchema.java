package dev.squeeze.feature.explain;

import dev.squeeze.feature.explain.ExplainResult.ValueFormat;

/** Schema for values that do not describe their own structure. */
sealed interface ValueSchema {
    ValueFormat format();

    ValueParser parser(FieldNames names);

    record Avro(AvroSchemas schemas) implements ValueSchema {
        @Override
        public ValueFormat format() {
            return ValueFormat.AVRO;
        }

        @Override
        public ValueParser parser(FieldNames names) {
            return new AvroValues(names, schemas);
        }
    }

    /** @param message its full name */
    record Protobuf(ProtobufSchema schema, String message) implements ValueSchema {
        @Override
        public ValueFormat format() {
            return ValueFormat.PROTOBUF;
        }

        @Override
        public ValueParser parser(FieldNames names) {
            return new ProtobufValues(names, schema, message);
        }
    }
}
