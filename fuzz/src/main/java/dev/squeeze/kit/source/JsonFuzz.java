package dev.squeeze.kit.source;

import static dev.squeeze.fuzz.Expectations.require;
import static dev.squeeze.fuzz.Expectations.requireClear;
import static dev.squeeze.fuzz.Expectations.requireEqual;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.squeeze.fuzz.FuzzTarget;
import dev.squeeze.fuzz.InputBytes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Keys and timestamps within JSON, by pointer: the same that a tree of the whole document gives. */
public final class JsonFuzz implements FuzzTarget {
    private static final String[] POINTERS = {"/id", "/time", "/a/b", "/a/0", "/"};
    private static final ObjectMapper TREES = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    @Override
    public List<byte[]> seeds() {
        return List.of(
                InputBytes.prefixed(1, InputBytes.utf8("{\"id\":1,\"time\":\"2024-01-01T00:00:00Z\",\"id\":\"b\"}")),
                InputBytes.prefixed(12, InputBytes.utf8("{\"a\":{\"b\":[1,{\"c\":null}]},\"id\":{\"x\":1.5e3}}")),
                InputBytes.prefixed(18, InputBytes.utf8("{\"a\":[\"x\\u00e4\",true],\"\":7}")),
                InputBytes.prefixed(0, InputBytes.utf8("[1,2] 3")));
    }

    @Override
    public void parse(byte[] input) throws IOException {
        InputBytes bytes = new InputBytes(input);
        int mode = bytes.next();
        String key = POINTERS[mode % POINTERS.length];
        String timestamp = POINTERS[mode / POINTERS.length % POINTERS.length];
        byte[] document = bytes.rest();
        JsonFields fields = new JsonFields(
                "json-input", new ReadOptions(Optional.empty(), Optional.of(key), Optional.of(timestamp), 1), document);
        Optional<JsonNode> tree = tree(document);
        try (UnpackedInput unpacked = UnpackedInput.open("json-input", new ByteArrayInputStream(new byte[0]))) {
            LineReader position =
                    new LineReader(new ByteWindow(unpacked, new ReadWatch((read, total) -> {}, 0)), false);
            fields.look(document, position::position);
        } catch (SourceException e) {
            requireClear(e, "json-input");
            return;
        }
        fields.timestamp().ifPresent(text -> TimestampParser.millis(text));
        require(tree.isPresent(), "a document that is no JSON to a whole parser");
        JsonNode node = tree.orElseThrow().at(key);
        requireEqual(!node.isMissingNode() && !node.isNull(), fields.key() != null, "whether there is a key " + key);
        byte[] found = fields.key();
        if (node.isTextual() && found != null) {
            requireEqual(
                    new String(InputBytes.utf8(node.asText()), StandardCharsets.UTF_8),
                    new String(found, StandardCharsets.UTF_8),
                    "key " + key);
        }
    }

    private static Optional<JsonNode> tree(byte[] document) {
        try {
            return Optional.ofNullable(TREES.readTree(document)).filter(node -> !node.isMissingNode());
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
