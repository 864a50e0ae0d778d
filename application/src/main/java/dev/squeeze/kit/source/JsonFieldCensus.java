package dev.squeeze.kit.source;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.squeeze.kit.unit.NearestName;
import dev.squeeze.kit.unit.VisibleText;
import java.io.IOException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which fields JSON documents have, as JSON pointers (RFC 6901), and in how many documents each. Counts fields that hold a
 * single value: those in arrays have no place of their own, and null is no value. Bounded in documents and in fields, since a
 * document may use identifiers as names.
 */
final class JsonFieldCensus {
    private static final int MAX_DOCUMENTS = 1_000;
    private static final int MAX_FIELDS = 10_000;
    private static final int MAX_DEPTH = 8;
    private static final int FIELDS_SHOWN = 12;
    private static final int SHOWN_CHARACTERS = 60;

    private final JsonParsers parsers = new JsonParsers();
    private final Map<String, Integer> documentsByPointer = new LinkedHashMap<>();
    private int documents;

    /** Counts the fields of a document; of one that is not JSON, those before the error. */
    void add(byte[] document) {
        if (documents == MAX_DOCUMENTS) {
            return;
        }
        documents++;
        try (JsonParser parser = parsers.open(document)) {
            if (parser.nextToken() == JsonToken.START_OBJECT) {
                addObject(parser, "", 1);
            }
        } catch (IOException | RuntimeException e) {
            // What was seen until here is worth as much without the rest.
        }
    }

    private void addObject(JsonParser parser, String path, int depth) throws IOException {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String pointer =
                    path + "/" + parser.currentName().replace("~", "~0").replace("/", "~1");
            JsonToken value = parser.nextToken();
            if (value == null) {
                return;
            }
            if (value == JsonToken.START_OBJECT && depth < MAX_DEPTH) {
                addObject(parser, pointer, depth + 1);
            } else if (value.isStructStart()) {
                parser.skipChildren();
            } else if (value != JsonToken.VALUE_NULL
                    && (documentsByPointer.size() < MAX_FIELDS || documentsByPointer.containsKey(pointer))) {
                documentsByPointer.merge(pointer, 1, Integer::sum);
            }
        }
    }

    /** The fields with a single value, those of the most documents first and of these the outermost. */
    List<String> pointers() {
        return documentsByPointer.entrySet().stream()
                .sorted(Comparator.comparing((Map.Entry<String, Integer> entry) -> -entry.getValue())
                        .thenComparing(entry -> depth(entry.getKey())))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static long depth(String pointer) {
        return pointer.chars().filter(c -> c == '/').count();
    }

    /** The most frequent fields, and the one that may have been meant, to end a message with. */
    String known(String wanted) {
        List<String> all = pointers();
        if (all.isEmpty()) {
            return "the records have no fields outside of arrays";
        }
        int more = all.size() - FIELDS_SHOWN;
        List<String> shown =
                all.stream().limit(FIELDS_SHOWN).map(JsonFieldCensus::visible).toList();
        return "the records have the fields " + String.join(", ", shown)
                + (more > 0 ? " (and " + more + " more)" : "")
                + NearestName.of(wanted, all)
                        .map(near -> "; did you mean " + visible(near) + "?")
                        .orElse("");
    }

    private static String visible(String pointer) {
        String cut = pointer.length() <= SHOWN_CHARACTERS ? pointer : pointer.substring(0, SHOWN_CHARACTERS) + "...";
        return VisibleText.oneLine(cut);
    }
}
