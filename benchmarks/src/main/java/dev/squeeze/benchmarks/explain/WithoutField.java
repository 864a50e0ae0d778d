package dev.squeeze.benchmarks.explain;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes records without a field, by other means than {@code squeeze explain} uses: JSON documents are parsed into
 * trees and written from them; rows of CSV are split at their commas.
 */
interface WithoutField {
    /**
     * Writes the record again.
     *
     * @param path of the field as explain writes it; empty to remove none
     */
    byte[] write(byte[] value, Optional<String> path);

    /** JSON documents. Objects and arrays that become empty are removed too. */
    final class OfJson implements WithoutField {
        private static final int MAX_STRING = 64 << 20;

        private final ObjectMapper mapper = mapper();

        private static ObjectMapper mapper() {
            JsonMapper mapper = JsonMapper.builder()
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
                    .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                    .build();
            mapper.getFactory()
                    .setStreamReadConstraints(StreamReadConstraints.builder()
                            .maxStringLength(MAX_STRING)
                            .build());
            return mapper;
        }

        @Override
        public byte[] write(byte[] value, Optional<String> path) {
            try {
                JsonNode tree = mapper.readTree(value);
                path.ifPresent(field -> remove(tree, "", field));
                return mapper.writeValueAsBytes(tree);
            } catch (JsonProcessingException e) {
                return value;
            } catch (IOException e) {
                throw new IllegalStateException("a record in memory cannot be read", e);
            }
        }

        /** @return whether something was removed */
        private static boolean remove(JsonNode node, String prefix, String path) {
            boolean removed = false;
            if (node instanceof ObjectNode object) {
                Iterator<Map.Entry<String, JsonNode>> members =
                        object.properties().iterator();
                while (members.hasNext()) {
                    Map.Entry<String, JsonNode> member = members.next();
                    String at = prefix.isEmpty() ? step(member.getKey()) : prefix + "." + step(member.getKey());
                    if (goes(member.getValue(), at, path)) {
                        members.remove();
                        removed = true;
                    }
                }
            } else if (node instanceof ArrayNode array) {
                Iterator<JsonNode> elements = array.elements();
                while (elements.hasNext()) {
                    if (goes(elements.next(), prefix + "[]", path)) {
                        elements.remove();
                        removed = true;
                    }
                }
            }
            return removed;
        }

        /** A name as explain writes it in a path: in quotes if it could be mistaken for something else. */
        private static String step(String name) {
            boolean plain = !name.isEmpty() && !name.startsWith("(") && !name.matches("(?s).*[.\\[\\]\"].*");
            return plain ? name : '"' + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
        }

        private static boolean goes(JsonNode node, String at, String path) {
            if (!path.startsWith(at)) {
                return false;
            }
            boolean single = !node.isContainerNode() || node.isEmpty();
            return single ? at.equals(path) : remove(node, at, path) && node.isEmpty();
        }
    }

    /** Rows of CSV without a header: {@code column 3} is the third from the left. */
    final class OfCsv implements WithoutField {
        private static final String NUMBERED = "column ";

        @Override
        public byte[] write(byte[] value, Optional<String> path) {
            if (path.isEmpty()) {
                return value;
            }
            if (!path.get().startsWith(NUMBERED)) {
                throw new IllegalStateException(
                        path.get() + " is no number of a column: rows with a header are not compared");
            }
            int wanted = Integer.parseInt(path.get().substring(NUMBERED.length()));
            ByteArrayOutputStream left = new ByteArrayOutputStream(value.length);
            int column = 1;
            boolean quoted = false;
            for (byte each : value) {
                quoted ^= each == '"';
                boolean separator = each == ',' && !quoted;
                // A column is removed with the comma after it, the last column with the comma before it.
                if (column != wanted) {
                    left.write(each);
                }
                column += separator ? 1 : 0;
            }
            byte[] bytes = left.toByteArray();
            boolean last = column == wanted && bytes.length > 0;
            return last ? Arrays.copyOf(bytes, bytes.length - 1) : bytes;
        }
    }

    /** Lines of text whose tokens all have a fixed position: {@code token 3} is the third from the left. */
    final class OfLines implements WithoutField {
        private static final Pattern TOKEN =
                Pattern.compile("(?:\"(?:[^\"\\\\]|\\\\.)*\"|\\[[^\\]]*\\]|[^ \\t]+)(?=[ \\t]|$)[ \\t]*");
        private static final String NUMBERED = "token ";

        @Override
        public byte[] write(byte[] value, Optional<String> path) {
            if (path.isEmpty()) {
                return value;
            }
            int wanted = Integer.parseInt(path.get().substring(NUMBERED.length()));
            String line = new String(value, StandardCharsets.ISO_8859_1);
            Matcher tokens = TOKEN.matcher(line);
            for (int token = 1; tokens.find(); token++) {
                if (token == wanted) {
                    String left = line.substring(0, tokens.start()) + line.substring(tokens.end());
                    return left.stripTrailing().getBytes(StandardCharsets.ISO_8859_1);
                }
            }
            return value;
        }
    }
}
