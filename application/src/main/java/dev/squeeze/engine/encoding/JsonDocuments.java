package dev.squeeze.engine.encoding;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.squeeze.kit.source.JsonParsers;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Reads JSON documents into trees, and records what a tree does not preserve of the text. Not thread-safe. */
public final class JsonDocuments {
    private final JsonParsers parsers = new JsonParsers();

    /** Empty if the bytes are not a single JSON object or array. */
    public Optional<ValueDocument> read(byte[] value) {
        Set<Loss> losses = EnumSet.noneOf(Loss.class);
        try (JsonParser parser = parsers.open(value)) {
            JsonToken first = parser.nextToken();
            if (first == null || !first.isStructStart()) {
                return Optional.empty();
            }
            JsonNode tree = node(parser, losses);
            return parser.nextToken() == null ? Optional.of(new ValueDocument(tree, losses)) : Optional.empty();
        } catch (IOException | RuntimeException e) {
            // Any exception is possible, since the input is unchecked. Such values are left unchanged and counted.
            return Optional.empty();
        }
    }

    private static JsonNode node(JsonParser parser, Set<Loss> losses) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(parser, losses);
            case START_ARRAY -> array(parser, losses);
            case VALUE_STRING -> TextNode.valueOf(parser.getText());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(parser.getText(), losses);
            case VALUE_TRUE -> BooleanNode.TRUE;
            case VALUE_FALSE -> BooleanNode.FALSE;
            case VALUE_NULL -> NullNode.instance;
            default -> throw new IOException("no value begins with " + parser.currentToken());
        };
    }

    private static JsonNode object(JsonParser parser, Set<Loss> losses) throws IOException {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            if (object.replace(name, node(parser, losses)) != null) {
                losses.add(Loss.DUPLICATE_NAMES);
            }
        }
        return object;
    }

    private static JsonNode array(JsonParser parser, Set<Loss> losses) throws IOException {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            array.add(node(parser, losses));
        }
        return array;
    }

    /** Returns the number as the smallest type that preserves all its digits. */
    static JsonNode number(String text, Set<Loss> losses) {
        BigDecimal exact = new BigDecimal(text);
        boolean whole = text.indexOf('.') < 0 && text.indexOf('e') < 0 && text.indexOf('E') < 0;
        if (whole) {
            if (exact.precision() > 18) {
                return BigIntegerNode.valueOf(exact.toBigInteger());
            }
            long value = exact.longValue();
            return noted(LongNode.valueOf(value), Long.toString(value), text, losses);
        }
        double value = exact.doubleValue();
        if (Double.isInfinite(value) || new BigDecimal(Double.toString(value)).compareTo(exact) != 0) {
            return noted(DecimalNode.valueOf(exact), exact.toString(), text, losses);
        }
        return noted(DoubleNode.valueOf(value), Double.toString(value), text, losses);
    }

    private static JsonNode noted(JsonNode node, String written, String before, Set<Loss> losses) {
        if (!written.equals(before)) {
            losses.add(Loss.NUMBERS_AS_WRITTEN);
        }
        return node;
    }
}
