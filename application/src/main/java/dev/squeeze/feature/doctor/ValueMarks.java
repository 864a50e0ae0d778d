package dev.squeeze.feature.doctor;

import dev.squeeze.kit.format.BatchRecord;

/**
 * What the first bytes of values show.
 *
 * @param values records with a value
 * @param valueBytes bytes of their values
 * @param packed values that are compressed individually
 * @param schemas values that begin with a schema, as in Kafka Connect's JSON
 * @param schemaBytes bytes of these schemas, including the envelope
 */
record ValueMarks(long values, long valueBytes, long packed, long schemas, long schemaBytes) {
    static final ValueMarks NONE = new ValueMarks(0, 0, 0, 0, 0);

    static ValueMarks of(BatchRecord record) {
        byte[] value = record.value();
        if (value == null) {
            return NONE;
        }
        int schema = SchemaEnvelope.overheadBytes(value);
        return new ValueMarks(1, value.length, InnerFrame.of(value).isPresent() ? 1 : 0, schema > 0 ? 1 : 0, schema);
    }

    ValueMarks plus(ValueMarks other) {
        return new ValueMarks(
                values + other.values,
                valueBytes + other.valueBytes,
                packed + other.packed,
                schemas + other.schemas,
                schemaBytes + other.schemaBytes);
    }

    double packedShare() {
        return (double) packed / Math.max(1, values);
    }

    double schemaShare() {
        return (double) schemas / Math.max(1, values);
    }
}
