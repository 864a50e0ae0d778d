package dev.squeeze.kit.source;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import dev.squeeze.kit.unit.VisibleText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Extracts key and timestamp from a JSON document by JSON pointer (RFC 6901), in one pass over its tokens and without
 * building a tree. Validates the whole document, even after both were found. If a field occurs twice, the last one
 * counts, as in most parsers. If the key is an object or array, its unchanged JSON text is used.
 */
final class JsonFields implements FieldExtractor {
    /** The part of a parser's message before it quotes the document, which must not get into our messages. */
    private static final Pattern REASON = Pattern.compile("[A-Za-z][A-Za-z0-9 -]*");

    private static final Pattern BYTE_VALUE = Pattern.compile(" 0x[0-9A-Fa-f]+");

    private final JsonParsers parsers = new JsonParsers();
    private final JsonFieldCensus census = new JsonFieldCensus();
    private final String name;
    private final @Nullable JsonPointer keyPointer;
    private final @Nullable JsonPointer timestampPointer;
    private byte[] document = new byte[0];
    private byte @Nullable [] key;
    private Optional<String> timestamp = Optional.empty();

    /**
     * @param firstRecord record whose fields are listed if an option is not a JSON pointer
     * @throws SourceException if a field is not a JSON pointer
     */
    JsonFields(String name, ReadOptions options, byte[] firstRecord) {
        this.name = name;
        this.keyPointer = pointer("--key-field", options.keyField(), firstRecord);
        this.timestampPointer = pointer("--timestamp-field", options.timestampField(), firstRecord);
    }

    private @Nullable JsonPointer pointer(String flag, Optional<String> field, byte[] firstRecord) {
        if (field.isEmpty()) {
            return null;
        }
        String text = field.get();
        if (!text.startsWith("/")) {
            census.add(firstRecord);
            String meant = "/" + text.replace('.', '/');
            String remedy = census.pointers().contains(meant)
                    ? "for jsonl write it as " + VisibleText.oneLine(meant)
                    : "for jsonl a field is written with a slash before each name, such as /user/id; " + known(meant);
            throw new SourceUsageException(
                    "%s: %s %s is not a JSON pointer: %s".formatted(name, flag, VisibleText.oneLine(text), remedy));
        }
        return JsonPointer.compile(text);
    }

    @Override
    public String known(String wanted) {
        return census.known(wanted);
    }

    @Override
    public byte @Nullable [] key() {
        return key;
    }

    @Override
    public Optional<String> timestamp() {
        return timestamp;
    }

    @Override
    public void look(byte[] record, Supplier<String> position) {
        key = null;
        timestamp = Optional.empty();
        document = record;
        refuseOtherEncodings(record, position);
        try (JsonParser parser = parsers.open(record)) {
            if (parser.nextToken() == null) {
                throw invalid(position, "the document is empty", 1);
            }
            walk(parser, keyPointer, timestampPointer);
            if (parser.nextToken() != null) {
                int column = parser.currentTokenLocation().getColumnNr();
                throw invalid(position, "more than one document on the line", column);
            }
        } catch (JsonProcessingException e) {
            JsonLocation location = e.getLocation();
            throw invalid(position, reason(e), location == null ? 1 : location.getColumnNr());
        } catch (SourceException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw invalid(position, "the parser failed with " + e.getClass().getSimpleName(), 1);
        }
        if (keyPointer != null && key == null || timestampPointer != null && timestamp.isEmpty()) {
            census.add(record);
        }
    }

    /** The parser would interpret these bytes as UTF-16 or UTF-32, and its offsets would no longer be byte offsets. */
    private void refuseOtherEncodings(byte[] record, Supplier<String> position) {
        for (int i = 0; i < Math.min(4, record.length); i++) {
            if (record[i] == 0 || record[i] == (byte) 0xfe || record[i] == (byte) 0xff) {
                throw invalid(position, "this is not UTF-8", i + 1);
            }
        }
    }

    /**
     * Called at a value's first token; leaves the parser at its last. The pointers are the remaining parts at this
     * depth.
     */
    private void walk(JsonParser parser, @Nullable JsonPointer toKey, @Nullable JsonPointer toTimestamp)
            throws IOException {
        boolean isKey = toKey != null && toKey.matches();
        boolean isTimestamp = toTimestamp != null && toTimestamp.matches();
        // Discard what an earlier occurrence of this field contained: this value replaces it.
        if (toKey != null) {
            key = null;
        }
        if (toTimestamp != null) {
            timestamp = Optional.empty();
        }
        JsonToken token = parser.currentToken();
        if (!token.isStructStart()) {
            takeScalar(parser, isKey, isTimestamp);
            return;
        }
        if (toKey == null && toTimestamp == null) {
            parser.skipChildren();
            return;
        }
        int from = (int) parser.currentTokenLocation().getByteOffset();
        walkChildren(parser, token == JsonToken.START_OBJECT, toKey, toTimestamp);
        if (isKey) {
            key = Arrays.copyOfRange(
                    document, from, (int) parser.currentLocation().getByteOffset());
        }
    }

    private void walkChildren(
            JsonParser parser, boolean object, @Nullable JsonPointer toKey, @Nullable JsonPointer toTimestamp)
            throws IOException {
        int index = 0;
        JsonToken token = parser.nextToken();
        while (token != null && !token.isStructEnd()) {
            if (object) {
                String field = parser.currentName();
                parser.nextToken();
                walk(
                        parser,
                        toKey == null ? null : toKey.matchProperty(field),
                        toTimestamp == null ? null : toTimestamp.matchProperty(field));
            } else {
                walk(
                        parser,
                        toKey == null ? null : toKey.matchElement(index),
                        toTimestamp == null ? null : toTimestamp.matchElement(index));
                index++;
            }
            token = parser.nextToken();
        }
    }

    private void takeScalar(JsonParser parser, boolean isKey, boolean isTimestamp) throws IOException {
        if (!isKey && !isTimestamp) {
            return;
        }
        boolean missing = parser.currentToken() == JsonToken.VALUE_NULL;
        String text = missing ? "" : parser.getText();
        if (isKey) {
            key = missing ? null : text.getBytes(StandardCharsets.UTF_8);
        }
        if (isTimestamp) {
            timestamp = missing ? Optional.empty() : Optional.of(text);
        }
    }

    private SourceException invalid(Supplier<String> position, String reason, int column) {
        return new SourceException("%s: %s is not valid JSON at column %d: %s; fix it, or leave out --key-field and"
                .formatted(name, position.get(), column, reason)
                .concat(" --timestamp-field to read the lines unchanged"));
    }

    private static String reason(JsonProcessingException e) {
        if (e instanceof JsonEOFException) {
            return "the document ends too early";
        }
        if (e instanceof StreamConstraintsException) {
            return "it exceeds the parser's limits (1,000 levels, numbers of 1,000 digits, names of 50,000 bytes)";
        }
        Matcher start = REASON.matcher(String.valueOf(e.getOriginalMessage()));
        return start.lookingAt()
                ? BYTE_VALUE.matcher(start.group()).replaceAll("").strip()
                : "it cannot be parsed";
    }
}
