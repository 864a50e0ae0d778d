package dev.squeeze.engine.encoding;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Set;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.jspecify.annotations.Nullable;

/** Avro's generic records, preceded by the schema id as written by schema registry serialisers. */
final class AvroEncoding implements Encoding {
    /** A zero and a four-byte id, without which readers could not find the schema. */
    private static final byte[] SCHEMA_ID = {0, 0, 0, 0, 1};

    private final AvroType type;
    private final boolean namesChanged;
    private final GenericDatumWriter<@Nullable Object> writer;
    private final GenericDatumReader<@Nullable Object> reader;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private @Nullable BinaryEncoder encoder;
    private @Nullable BinaryDecoder decoder;

    AvroEncoding(Shape shape) {
        AvroNames names = new AvroNames();
        this.type = new AvroType(shape, false, names);
        this.namesChanged = names.anyChanged();
        this.writer = new GenericDatumWriter<>(type.schema());
        this.reader = new GenericDatumReader<>(type.schema());
    }

    @Override
    public DataFormat format() {
        return DataFormat.AVRO;
    }

    @Override
    public Object model(JsonNode tree, Set<Loss> losses) {
        if (namesChanged) {
            losses.add(Loss.NAMES_CHANGED);
        }
        Object datum = type.datum(Bounded.of(tree, losses), losses);
        if (datum == null) {
            throw new IllegalArgumentException("a document is an object or an array");
        }
        return datum;
    }

    @Override
    public byte[] write(Object model) throws IOException {
        out.reset();
        out.write(SCHEMA_ID);
        encoder = EncoderFactory.get().binaryEncoder(out, encoder);
        writer.write(model, encoder);
        encoder.flush();
        return out.toByteArray();
    }

    @Override
    public Object read(byte[] value) throws IOException {
        decoder = DecoderFactory.get().binaryDecoder(value, SCHEMA_ID.length, value.length - SCHEMA_ID.length, decoder);
        Object datum = reader.read(null, decoder);
        if (datum == null) {
            throw new IOException("a document came back as null");
        }
        return datum;
    }

    @Override
    public JsonNode tree(byte[] value) throws IOException {
        return type.tree(read(value));
    }

    @Override
    public JsonNode kept(JsonNode tree) {
        return Trees.withoutNulls(tree, false);
    }
}
