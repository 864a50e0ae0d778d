package dev.squeeze.engine.encoding;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import java.io.IOException;
import java.util.Set;
import org.msgpack.jackson.dataformat.MessagePackFactory;

/** Formats without a schema, using Jackson's trees. */
final class TreeEncoding implements Encoding {
    private final DataFormat format;
    private final ObjectMapper mapper;
    private final ObjectMapper exact;

    private TreeEncoding(DataFormat format, JsonFactory factory) {
        this.format = format;
        this.mapper = new ObjectMapper(factory);
        this.exact = new ObjectMapper(factory).enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
    }

    static TreeEncoding json() {
        return new TreeEncoding(DataFormat.JSON, new JsonFactory());
    }

    static TreeEncoding cbor() {
        return new TreeEncoding(DataFormat.CBOR, new CBORFactory());
    }

    static TreeEncoding messagePack() {
        return new TreeEncoding(DataFormat.MESSAGE_PACK, new MessagePackFactory());
    }

    @Override
    public DataFormat format() {
        return format;
    }

    @Override
    public Object model(JsonNode tree, Set<Loss> losses) {
        JsonNode model = format == DataFormat.MESSAGE_PACK ? Bounded.of(tree, losses) : tree;
        if (format == DataFormat.JSON && Trees.anyMatch(model, JsonNode::isBinary)) {
            losses.add(Loss.BYTES_AS_BASE64);
        }
        return model;
    }

    @Override
    public byte[] write(Object model) throws IOException {
        return mapper.writeValueAsBytes(model);
    }

    @Override
    public Object read(byte[] value) throws IOException {
        return mapper.readTree(value);
    }

    @Override
    public JsonNode tree(byte[] value) throws IOException {
        return exact.readTree(value);
    }

    @Override
    public JsonNode kept(JsonNode tree) {
        return tree;
    }
}
